import { folded } from '../../../model/values/folding.ts'
import type { ContentSafety } from './port.ts'

/**
 * A service that answers by the words it is given, without memory (domain §7): a text that holds one of them is doubtful,
 * whatever the width or case of its letters.
 */
export const sandbox = (): ContentSafety => ({
  check: {
    async call({ title, text, words }) {
      const content = folded(`${title ?? ''}\n${text ?? ''}`)
      const hits = (words ?? []).filter(({ word }) => word && content.includes(folded(word)))
      return { result: hits.length > 0 ? 'DOUBTFUL' : 'CLEAN', hits: hits.slice(0, 200) }
    },
    async find() {
      return { state: 'absent' }
    },
  },
})
