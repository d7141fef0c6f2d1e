import { describe, expect, it } from 'vitest'
import {
  mentioningAt,
  piecesOf,
  stillMentioned,
  withMention,
} from '../../../src/console/record/comments/mentionText.ts'
import { poppingUp } from '../../../src/console/screens/inbox/quietNow.ts'
import { wallClock } from '../../../src/model/values/dates.ts'
import {
  type NotificationLine,
  notificationKinds,
  notificationText,
} from '../../../src/model/wire/notifications/notifications.ts'
import { settings } from '../../../src/model/wire/settings/settings.ts'
import { isQuiet } from '../../../src/model/wire/settings/shapes.ts'

describe('mentions in a text', () => {
  it.each([
    ['@', 1, { at: 0, typed: '' }],
    ['请 @zh', 5, { at: 2, typed: 'zh' }],
    ['请＠张', 3, { at: 1, typed: '张' }],
    ['a@b.cn', 6, null],
    ['@张三 好', 5, null],
    ['没有', 2, null],
  ])('%s', (text, cursor, found) => expect(mentioningAt(text, cursor)).toEqual(found))

  it('are put in, kept while they stand, and marked where they stand', () => {
    const put = withMention('问 @zs 吗', { at: 2, typed: 'zs' }, { name: '张三' })
    expect(put).toEqual({ text: '问 @张三  吗', cursor: 6 })
    const people = [{ name: '张三' }, { name: '张三丰' }]
    expect(stillMentioned('@张三丰 在', [{ name: '李四' }, ...people]).map((p) => p.name)).toEqual(['张三', '张三丰'])
    expect(piecesOf('<b> @张三丰 和 @张三', people).map((p) => [p.at, p.text, p.mention])).toEqual([
      [0, '<b> ', false],
      [4, '@张三丰', true],
      [8, ' 和 ', false],
      [11, '@张三', true],
    ])
  })
})

const LINE: NotificationLine = {
  ...{ id: '7', kind: 'decisionPassed', resource: 'settlementOrder', recordId: '1', group: 'g', count: 1 },
  params: { by: '张三', step: '审核通过', resource: '结算单', title: 'SO1' },
  ...{ visible: true, read: false, at: '2026-01-05 10:00:00' },
}

describe('lines of the inbox', () => {
  it('say one, several, or that nothing is visible any more', () => {
    expect(notificationText(LINE, 'zh')).toBe('张三 审核通过：结算单 SO1')
    expect(notificationText({ ...LINE, count: 12 }, 'zh')).toBe('12 条结算单：审核通过')
    const gone = notificationText({ ...LINE, visible: false }, 'en')
    expect(gone).not.toContain('SO1')
    for (const kind of notificationKinds)
      for (const language of ['zh', 'en'] as const)
        expect(notificationText({ ...LINE, kind, count: 2 }, language)).not.toMatch(/[{}]/)
  })

  it('pop up once, fresh, by choice and outside quiet hours', () => {
    const now = Date.parse('2026-01-05T10:01:00+08:00')
    expect(wallClock(now)).toBe('2026-01-05 10:01:00')
    const of = { last: '', now, chosen: { decisionPassed: 'browser' }, quiet: { from: '22:00', to: '08:00' } } as const
    const ids = (more: object, lines = [LINE]) => poppingUp(lines, { ...of, ...more }).map((line) => line.id)
    expect(ids({})).toEqual(['7'])
    expect(ids({ last: '7' })).toEqual([])
    expect(ids({ chosen: {} })).toEqual([])
    expect(ids({ quiet: { from: '09:00', to: '11:00' } })).toEqual([])
    expect(ids({ now: now + 600_000 })).toEqual([])
    expect(ids({}, [{ ...LINE, read: true }])).toEqual([])
  })
})

describe('settings', () => {
  it('take kinds and hours as declared', () => {
    expect(settings.notifications.check({ mention: 'off' })).toEqual({ mention: 'off' })
    expect(settings.notifications.check({ mention: 'loud' })).toBeNull()
    expect(settings.notifications.check({ nonsense: 'off' })).toBeNull()
    expect(settings.quiet.check({ from: '24:00', to: '08:00' })).toBeNull()
    const night = { from: '22:00', to: '08:00' }
    expect(['21:59', '22:00', '07:59', '08:00'].map((at) => isQuiet(night, at))).toEqual([false, true, true, false])
    expect(isQuiet({ from: '00:00', to: '00:00' }, '00:00')).toBe(false)
  })
})
