import { afterEach, expect, it } from 'vitest'
import { labelled, listed } from '../../../src/console/i18n/labelled.ts'
import { preferences } from '../../../src/console/state/preferences.ts'

afterEach(() => {
  preferences.language = 'zh'
})

it('names and lists in the punctuation of the page', () => {
  preferences.language = 'zh'
  expect(labelled(listed(['通过', '驳回']), '须由他人办理')).toBe('通过、驳回：须由他人办理')
  preferences.language = 'en'
  expect(labelled(listed(['Approve', 'Reject']), 'not yours')).toBe('Approve, Reject: not yours')
})
