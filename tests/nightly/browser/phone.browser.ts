import { beforeAll, test } from 'vitest'
import { walkPhone, walkSignIn } from './phone/walk.ts'
import { ownStage } from './stage.ts'
import { People } from './toClear/people.ts'

const d = ownStage()
let p: People
beforeAll(() => {
  p = new People(d.url)
})

test('by touch at 390 px: invited and signed, a face proved, a report through a lost network, corrected, accepted, and what was paid', () =>
  walkPhone({ browser: d.browser, url: d.url, p }))

test('anybody who scans the code of a meeting signs in, in the browser of WeChat', () =>
  walkSignIn({ browser: d.browser, url: d.url, p }))
