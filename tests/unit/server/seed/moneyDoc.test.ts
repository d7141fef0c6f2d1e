import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { invariants } from '../../../../src/server/verification/check.ts'
import { promises } from '../../../../src/server/verification/promises.ts'
import { numberOf } from '../../../../src/server/verification/verify.ts'

const PAGE = fileURLToPath(new URL('../../../../docs/money.md', import.meta.url))
const HEAD = '## What always holds\n'
/** Statements named one by one; of more, which the lifecycles are asked alike, the names. */
const NAMED = 20

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
type Statements = readonly (typeof invariants)[number][]

/** The statements of a promise: what each says, or, of many alike, what they are asked of. */
const said = (statements: Statements): string =>
  statements.length <= NAMED
    ? statements.map(({ id, title }) => `\`${id}\` ${title[1]}`).join('; ')
    : `${statements.length} statements: ${statements.map(({ id }) => `\`${id.slice(id.indexOf('.') + 1)}\``).join(' ')}`

/** Every promise by number with what checks it or keeps it, then what lifecycles promise besides. */
function tables(): string {
  const of = (number: number | null): Statements => invariants.filter((i) => numberOf(i.id) === number)
  const numbered = [...promises].map(([number, { title, keptBy }]) =>
    line([`INV-${number}`, `${title[0]} · ${title[1]}`, keptBy ? `kept: ${keptBy[1]}` : said(of(number))]),
  )
  const others = of(null).map(({ id, title }) => line([`\`${id}\``, `${title[0]} · ${title[1]}`]))
  return [
    line(['no.', 'promise', 'checked by']),
    line(['---', '---', '---']),
    ...numbered,
    '',
    'What documents promise besides, as their lifecycles bring them about:',
    '',
    line(['statement', 'promise']),
    line(['---', '---']),
    ...others,
    '',
  ].join('\n')
}

test('the page on money names every promise with the statement that checks it', async () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(page).toContain(HEAD)
  await expect(`${page.slice(0, page.indexOf(HEAD))}${HEAD}\n${tables()}`).toMatchFileSnapshot(PAGE)
})
