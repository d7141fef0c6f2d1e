import { dictBiz } from '../../../model/administration/system/dictBiz.ts'
import { contentManagement } from '../../../model/content/contentManagement.ts'
import { contentSafety, SENSITIVE_WORDS } from '../../../model/content/contentSafety.ts'
import type { OutOf } from '../../../model/language/domain/port.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { Label } from '../../../model/values/label.ts'
import { textOf } from '../../database/kinds/html.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

const { status } = statesOf(contentManagement)

// A machine check precedes the review of submitted content (3.25).

type Content = RowOf<typeof contentManagement>
type Checked = Partial<OutOf<typeof contentSafety, 'check'>>

const RESULTS = { CLEAN: 1, DOUBTFUL: 2 } as const
/** Longest text that is sent, characters. */
const TEXT_MAX = 100_000

/** Has a content that was just submitted checked, once this work is committed. */
export async function checkByMachine(work: UnitOfWork, row: Content): Promise<void> {
  const entries = await work.rows(dictBiz, { code: SENSITIVE_WORDS, isSealed: 0 })
  const words = entries.filter((e) => e.parentId).map((e) => ({ word: e.dictValue }))
  await work.intend(
    contentSafety,
    'check',
    {
      title: row.title,
      text: textOf(row.content ?? '').slice(0, TEXT_MAX),
      words: words.slice(0, 1000),
    },
    `CS${work.newId()}`,
    // lost: a check changes nothing there, and whoever reads it sees that no machine did
    {
      of: contentManagement,
      id: row.id,
      code: row.title.slice(0, 64),
      done: 'checked',
      failed: 'unchecked',
      lost: 'unchecked',
    },
  )
}

/** Rules of the answers: what waits for its review has the result, what was decided meanwhile stays as it is. */
export const machineRules = {
  checked: {
    set: (row: Content, { result, hits }: Checked): Partial<Content> =>
      row.status === status.pending && result
        ? {
            machineResult: RESULTS[result],
            machineHits:
              (hits ?? [])
                .map(({ word }) => word)
                .join('、')
                .slice(0, 500) || null,
          }
        : {},
  },
  unchecked: { set: (): Partial<Content> => ({}) },
} as const

/** Why a content is not approved without a word: the machine doubts it. */
export const machineProblem = (row: Content, remark: string | null | undefined): Label | null =>
  row.machineResult === RESULTS.DOUBTFUL && !remark?.trim()
    ? [
        `机审疑似（${row.machineHits ?? ''}），通过须填写审核意见`,
        `The machine found ${row.machineHits ?? 'something'}: say in the remark why it is approved`,
      ]
    : null
