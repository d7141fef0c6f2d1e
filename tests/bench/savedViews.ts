import type { SavedView } from '../../src/model/wire/savedView.ts'

/** Saved views of one person, most: their own, and those shared with them. */
const VIEWS = 200

/** What views are named after, with readings: no library needed in a page. */
const SUBJECTS = [
  ['大额', 'da e'],
  ['超期', 'chao qi'],
  ['待我复核', 'dai wo fu he'],
  ['退回过', 'tui hui guo'],
  ['康泰', 'kang tai'],
  ['本月', 'ben yue'],
  ['跨省', 'kua sheng'],
  ['缺附件', 'que fu jian'],
] as const
const TIMES = [
  ['最早在前', 'zui zao zai qian'],
  ['按金额', 'an jin e'],
  ['今天到期', 'jin tian dao qi'],
  ['上周', 'shang zhou'],
  ['未认领', 'wei ren ling'],
] as const

/** 200 saved views over these lists, in turn: half of them one's own, half shared; nine with keys. */
export const savedViews = (lists: readonly { readonly list: string; readonly resource: string }[]): SavedView[] =>
  Array.from({ length: VIEWS }, (_, n): SavedView => {
    const [subject, subjectRead] = SUBJECTS[n % SUBJECTS.length] as (typeof SUBJECTS)[number]
    const [time, timeRead] = TIMES[Math.floor(n / SUBJECTS.length) % TIMES.length] as (typeof TIMES)[number]
    const { list, resource } = lists[n % lists.length] as (typeof lists)[number]
    const mine = n % 2 === 0
    return {
      id: String(n + 1),
      version: 1,
      list,
      resource,
      name: `${subject} ${time} ${n + 1}`,
      pinyin: [`${subjectRead} ${timeRead} ${n + 1}`],
      search: 'createTime_ge=-7d&sort=-createTime',
      columns: { order: [], hidden: [], shown: [], widths: {} },
      icon: 'star',
      key: n < 9 ? `g ${n + 1}` : '',
      roles: mine ? [] : ['finance'],
      standing: 0,
      opens: false,
      opensFor: '',
      always: [],
      mine,
      by: mine ? '' : 'ops',
      ownerRemoved: false,
    }
  })
