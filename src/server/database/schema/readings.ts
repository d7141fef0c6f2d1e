import { charactersBySyllable } from '../../core/text/pinyin.ts'
import { literal } from '../names.ts'

/**
 * The migration that tells the database how characters are read: a line a syllable, with the characters whose likely
 * reading it is and those that may be read so as well.
 */
export function readingsSql(): string {
  const lines = charactersBySyllable().map((s) => `  (${[s.syllable, s.first, s.other].map(literal).join(', ')})`)
  return `-- Written by npm run schema from the dictionary (core/text/pinyin.ts). Do not edit.

insert into "reading" (ch, syllables)
select x.ch, array_agg(x.syllable order by x.place, x.syllable) from (values
${lines.join(',\n')}
) as s(syllable, first, other)
cross join lateral (
  select 1 as place, ch, s.syllable from string_to_table(s.first, null) as ch
  union all
  select 2, ch, s.syllable from string_to_table(s.other, null) as ch
) x group by x.ch;
`
}
