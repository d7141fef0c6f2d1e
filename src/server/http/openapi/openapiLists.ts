import { TEXT } from '../../../model/language/conditions/condition.ts'
import { isChoice, isRanged, isRef } from '../../../model/language/fields/field.ts'
import { textsOf } from '../../../model/language/listing.ts'
import { fieldOf, type Resource, unmaskCode } from '../../../model/language/resource.ts'
import type { RoundsId } from '../../../model/roundsCalls.ts'
import { type Json, parameter, ref, text } from './openapiSchemas.ts'

/** Conditions a list understands: every field of `search`, by the operators its kind allows (wire conventions §3). */
export function conditions(r: Resource): Json[] {
  const titles = textsOf(r).map((name) => fieldOf(r, name)?.label[0] ?? name)
  const words = `words, each of which stands in one of: ${titles.join(', ')}`
  return [...(titles.length > 0 ? [parameter(TEXT, text(), words)] : []), ...ownConditions(r)]
}

function ownConditions(r: Resource): Json[] {
  return (r.list.search as readonly string[]).flatMap((name) => {
    const f = fieldOf(r, name)
    if (!f) return []
    const bare = parameter(name, text(), `${f.label[0]} / ${f.label[1]}`)
    if (f.facts.masked) {
      const whole = { 'x-permission': [unmaskCode(r)] }
      return [bare, parameter(`${name}_equal`, text(), `${f.label[0]} equal`)].map((p) => ({ ...p, ...whole }))
    }
    const more = isRanged(f)
      ? ['equal', 'ge', 'le']
      : isChoice(f) || isRef(f)
        ? ['equal', 'in']
        : ['equal', 'like', 'likeany', 'likeright']
    return [bare, ...more.map((op) => parameter(`${name}_${op}`, text(), `${f.label[0]} ${op}`))]
  })
}

/** Which page of a list. */
export const paging: readonly Json[] = [
  parameter('current', { type: 'integer', default: 1, minimum: 1 }, 'page'),
  parameter('size', { type: 'integer', default: 10, minimum: 1, maximum: 500 }, 'rows a page'),
  parameter('ascs', text(), 'fields to sort by, ascending'),
  parameter('descs', text(), 'fields to sort by, descending'),
]

const columns = parameter(
  'columns',
  text(),
  'names of fields, joined by commas; id and version always come. Any other name is 400',
)

/** Parameters and answers of the product's own calls that read rows: conditions of a list are no declared fields. */
export const READS: Readonly<
  Partial<Record<RoundsId, { readonly parameters: readonly Json[]; readonly answer: Json }>>
> = {
  'rounds.window': {
    parameters: [
      parameter('resource', text(), 'id of a resource; its conditions as in its list', true),
      parameter(
        'offset',
        { type: 'integer', minimum: 0 },
        'position of the first row; without it around the row named by around',
      ),
      parameter('size', { type: 'integer', default: 100, minimum: 1, maximum: 500 }, 'rows'),
      parameter('sort', text(), 'field to sort by, + in front for ascending'),
      parameter('around', text(), 'id of a row whose position is asked'),
      columns,
    ],
    answer: ref('Slice'),
  },
  'rounds.valueCounts': {
    parameters: [
      parameter('resource', text(), 'id of a resource; its conditions as in its list', true),
      parameter('of', text(), 'field with few values, with a month, or with the name of another record', true),
      parameter('values', text(), 'records that such a name may mean: 1,2,3; without them those that most rows name'),
    ],
    answer: { type: 'object', properties: { counts: { type: ['object', 'null'] }, most: { type: 'integer' } } },
  },
  'rounds.groups': {
    parameters: [
      parameter('resource', text(), 'id of a resource; its conditions as in its list', true),
      parameter('by', text(), 'field whose values make the groups; of times the months', true),
      parameter('sums', text(), 'amounts that are summed: names of fields, joined by commas'),
    ],
    answer: { type: 'object', properties: { groups: { type: 'array' }, all: { type: 'object' } } },
  },
  'rounds.origins': {
    parameters: [parameter('resource', text(), 'id of a resource', true)],
    answer: {
      type: 'array',
      items: { type: 'object', properties: { how: text(), roles: { type: 'array', items: text() } } },
    },
  },
  'rounds.place': {
    parameters: [parameter('path', text(), 'an address of the console', true)],
    answer: { type: ['object', 'null'], properties: { title: text() } },
  },
  'rounds.rows': {
    parameters: [
      parameter('resource', text(), 'id of a resource', true),
      parameter('ids', text(), '1,2,3', true),
      columns,
    ],
    answer: ref('Table'),
  },
}
