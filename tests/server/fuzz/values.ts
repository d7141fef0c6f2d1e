/**
 * Two hundred invalid or malicious values. `json` is the form of a value in a body, `text` in a query, a form or a
 * header (raw: already percent-encoded, as bytes that no encoder would make).
 */
export interface Hostile {
  readonly name: string
  readonly json: string
  readonly text: string
  readonly raw?: string
}

const list: Hostile[] = []
const add = (name: string, json: string, text: string, raw?: string) =>
  list.push({ name, json, text, ...(raw === undefined ? {} : { raw }) })
/** A JSON value: the same in a body, its JSON (or plain text) elsewhere. */
const value = (v: unknown) => {
  const json = JSON.stringify(v)
  add(json.slice(0, 40), json, typeof v === 'string' ? v : json)
}
/** JSON that JSON.stringify does not write. */
const json = (text: string) => add(text.slice(0, 40), text, text)
const raw = (text: string) => add(`%${text.slice(0, 40)}`, JSON.stringify(text), text, text)

// what a pattern seeks at each of many places takes as long as their square
raw(`${'/'.repeat(8_000)}x`)

const INJECTIONS = [
  "' or '1'='1",
  "'; drop table settlement_order; --",
  "1' union select null, version() --",
  '1); select pg_sleep(9); --',
  '" or ""="',
  "\\'; --",
  '$$; select 1; $$',
  '1 /*! or 1=1 */',
  "admin'--",
  "%' or 1=1 --",
  "') or ('1'='1",
  '1;set role postgres',
  '{1,2,3}',
  '(select 1)',
  "E'\\x27'",
  '$' + '{7*7}',
  '{{7*7}}',
  '#{7*7}',
  '<%= 7*7 %>',
  '$(id)',
  '`id`',
  '; cat /etc/passwd',
  '| whoami',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '*)(uid=*))(|(uid=*',
  '!!js/function "x"',
  '%s%s%s%n%x',
]
const HTML = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</textarea><script>1</script>',
  '<!--#exec cmd="id"-->',
  '<![CDATA[x]]>',
  '&lt;b&gt;&#x27;',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  "<a href='javascript:1'>x</a>",
  '<iframe srcdoc="<script>1</script>">',
]
const UNICODE = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\udc00\ud800',
  '\u202eevil\u202c',
  '\u200b\u200d\ufeff',
  '\u2066a\u2069',
  '康泰医药',
  'ｔｒｕｅ',
  'İıſK',
  'ß',
  '\u0301\u0301\u0301',
  `${'a'.repeat(3)}${'\u0300'.repeat(300)}`,
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈'.repeat(40),
  '\u{10ffff}',
  '\ufffe\uffff',
  '\u0085\u2028\u2029',
  '\t\n\r\v\f',
  '\u001b[31mred',
  '\u0007\u0008',
  '\u00a0\u3000',
  '\ufdfa'.repeat(50),
  'مرحبا',
  'ｓｅｌｅｃｔ',
  '\u00ad',
  '，，，',
  '﹪',
  '‥／‥／',
]
const LONG = [
  'a'.repeat(101),
  'a'.repeat(256),
  'a'.repeat(2001),
  'a'.repeat(8000),
  '康'.repeat(3000),
  '%'.repeat(999),
  '_'.repeat(999),
  '\\'.repeat(999),
  "'".repeat(999),
  ','.repeat(3000),
]
const NUMBERS = [
  '0',
  '-0',
  '-1',
  '+1',
  '1.5',
  '01',
  '1e5',
  '1E400',
  '-1e400',
  '0x10',
  '0b11',
  '0o7',
  '1_000',
  '１２',
  '٣',
  '1,5',
  '.5',
  '5.',
  'NaN',
  'Infinity',
  '-Infinity',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '9999999999999999999',
  '-9223372036854775809',
  '99999999999999999999999999',
  '0.0000000001',
  '1'.repeat(400),
  '9999999999999999.99',
  '99999999999999999.99',
  '1e-7',
  '--1',
]
const DATES = [
  '9999-99-99',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '9999-12-31 23:59:59',
  '10000-01-01',
  '-0001-01-01',
  '2024-02-30',
  '2024-13-01 00:00:00',
  '2024-06-15 24:00:00',
  '2024-06-15 23:59:60',
  '2024-06-15T00:00:00Z',
  '2024-06-15T00:00:00+99:99',
  '15/06/2024',
  'now()',
  'infinity',
  '-infinity',
  'today',
  'epoch',
  '+275760-09-13',
  '202413',
  '20240615',
  '24:00',
]
const TEXTS = [
  '',
  ' ',
  ',',
  ',,,,',
  ' , , ',
  ',1',
  '1,',
  '1,,2',
  '1,a',
  'true',
  'false',
  'null',
  'undefined',
  '[]',
  '{}',
  '[object Object]',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'id',
  '*',
  '%',
  '_',
  '\\',
  '"',
  "'",
  'tenant_id',
  '+id',
  'id,id',
  '(id)',
  'id desc',
  'gzip',
  'deflate',
  'br',
  'chunked',
]

for (const text of [...INJECTIONS, ...HTML, ...UNICODE, ...LONG, ...NUMBERS, ...DATES, ...TEXTS]) value(text)
for (const v of [null, true, false, 0, -1, 1.5, 1e21, 1e-9, -1.7976931348623157e308, 2147483648, 9007199254740992])
  value(v)
for (const v of [
  [],
  [''],
  [null],
  [[]],
  [1, 'a', null, {}],
  ['1', '1'],
  [['1']],
  [{ id: { toString: 1 } }],
  [{ id: ['1'] }],
  Array(1500).fill('1'),
])
  value(v)
for (const v of [
  {},
  { toString: 1 },
  { valueOf: 1, toString: null },
  { id: '1' },
  { length: 3 },
  { constructor: 1 },
  { toJSON: 1 },
  { a: { b: { c: {} } } },
  { $ne: null },
  { '': '' },
])
  value(v)
for (const text of [
  '1e400',
  '-1e400',
  '123456789012345678901234567890',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '[1,]',
  '{a:1}',
  '01',
  'NaN',
  '"\\ud800"',
])
  json(text)
json(`${'['.repeat(40)}${']'.repeat(40)}`)
json(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
json(`${'['.repeat(9000)}${']'.repeat(9000)}`)
for (const text of [
  '%',
  '%zz',
  '%00',
  '%ff%fe',
  '%c0%af',
  '%ed%a0%80',
  '%u0041',
  '%25%30%30',
  '+%2B+',
  'a%0d%0aX-Injected:1',
  '&a=b',
  '=&=&',
  '%F0%9F%92',
])
  raw(text)

/** All of them; more than two hundred, and no two alike. */
export const hostile: readonly Hostile[] = list
