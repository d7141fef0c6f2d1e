import type { Challenge } from '../../model/values/proof.ts'
import { search } from './work.ts'

/** Does the work of one challenge off the page's thread and says the nonce. */
addEventListener('message', (event: MessageEvent<Challenge>) => {
  postMessage(search(event.data, 0, Number.MAX_SAFE_INTEGER))
})
