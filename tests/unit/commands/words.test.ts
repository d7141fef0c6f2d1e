import { describe, expect, it } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { NAMES } from '../../../commands/catalog/names.ts'
import { WORDS, type Word } from '../../../commands/catalog/words.ts'
import { BLANK, holds } from '../../../commands/context.ts'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex } from '../../../commands/search/score.ts'
import { leaves } from '../../../src/model/menus/menus.ts'
import { admin } from './catalogue.ts'

/** Typed words and the commands that they mean, any of these; `x.*` for one of many. */
const MEANT: readonly (readonly [words: string, meant: string])[] = [
  ['审核 audit review 审批 待审 approve', 'nav./desk/queues|queue.settlementOrder.audit|settlementOrder.audit.pass'],
  ['结算单审核 待审 jsdsh 审批', 'queue.settlementOrder.audit|nav./desk/queues'],
  ['放款 转结算 release', 'queue.settlementOrder.toSettle|settlementOrder.toSettle'],
  ['升序 降序 ascending', 'grid.order'],
  ['列宽 width', 'grid.column.wider|grid.column.narrower|grid.column.reset'],
  ['复制 拷贝 clipboard', 'grid.copy'],
  ['分享 网址 share', 'grid.copyLink'],
  ['待办 todo inbox task 任务 daiban', 'nav./desk/queues|nav./svc/orderDoctor'],
  ['undo 撤销 撤回 反悔 revert recall 恢复 chexiao', 'decision.takeBack'],
  ['logout quit exit 注销 登出 退出 signout 切换账号 换账号 zhuxiao tuichu 下班', 'session.signOut'],
  ['help 帮助 快捷键 shortcut hotkey 热键 怎么用 manual bangzhu', 'help.keys'],
  [
    'settings 设置 配置 参数 config preferences shezhi',
    'nav./system/param|settings.toFile|settings.fromFile|settings.reset',
  ],
  ['password 密码 mima 改密 口令 passwd 修改密码 gaimi', 'session.password'],
  ['用户管理 yhgl', 'nav./system/user'],
  ['角色管理 jsgl jiaose jiaoseguanli', 'nav./authority/role'],
  ['银行转账 yhzz yinhang', 'nav./cmb/transferAccount'],
  ['参会人员 chry canhui', 'nav./sys/tencentMeetingParticipants'],
  ['账号 account 用户 员工 staff users', 'nav./system/user'],
  ['排序 sort', 'tree.moveUp|tree.moveDown'],
  ['权限 permission 角色 授权 role rights quanxian', 'nav./authority/role'],
  ['客户 customer 公司 company 企业 client 甲方 药企 gongsi firm', 'nav./csc/entrustedCompany'],
  ['医生 doctor 专家 physician 大夫 yisheng expert', 'nav./csc/authenticationDoctor'],
  ['供应商 vendor supplier 服务商 财税公司 partner 渠道', 'nav./csc/thirdPlatform'],
  ['订单 task 接单 医生订单 order', 'nav./svc/orderDoctor|nav./desk/queues'],
  ['账期 period 月结 月份 month 周期', 'nav./svc/settlementCycle'],
  ['结算 settlement 对账 账单 statement jiesuan', 'nav./svc/settlementOrder'],
  ['付款 payment 支付 打款 pay', 'nav./svc/servicePaymentOrder'],
  ['bill invoice 对账单', 'nav./svc/servicePaymentBill|nav./svc/settlementOrder'],
  ['平台费 手续费 commission', 'nav./svc/platServiceFee'],
  ['payout 收入 工资 发钱 income', 'nav./svc/orderDoctorSettlement'],
  ['税 tax 缴税 报税 个税', 'nav./svc/entrustedTaxPaymentOrder|queue.passedOn.taxes'],
  ['税率 vat 增值税 税目', 'nav./base/taxItemRate'],
  ['模板 template 话术 常用语 snippet', 'nav./sys/quickReply'],
  ['部门 department 组织 团队 team', 'nav./system/dept'],
  ['安全 security 登录日志 login', 'nav./system/securityEvent'],
  ['字典 dictionary 选项 枚举', 'nav./dict-vertical/index'],
  ['变更 复核 双人', 'nav./sys/changeRequest|queue.changeRequest.review'],
  ['文件 file 附件 图片 凭证 upload', 'nav./resource/attach'],
  ['历史 history 日志 操作记录 trail', 'nav./sys/approvalHistory'],
  ['消息 message 推送', 'nav./sys/apiMessagePool|help.messages|settlementOrder.push'],
  ['接口 api 对接 integration', 'nav./sys/intent'],
  ['主页 dashboard 首页 home 仪表盘 zhuye', 'nav./wel/index'],
  ['同意 批准 agree accept 通过 tongyi ok', 'settlementOrder.audit.pass'],
  ['退回 打回 拒绝 不同意 deny refuse 驳回 tuihui', 'settlementOrder.audit.reject'],
  ['跳过 skip 稍后 later 暂缓 搁置 snooze', 'queue.hold'],
  ['查看 view 详情 detail', 'grid.open'],
  ['刷新 refresh reload f5 重新加载 shuaxin', 'grid.reload'],
  ['筛选 filter 条件 过滤 query 查询', 'grid.filter'],
  ['全选 all 全部 quanxuan', 'grid.selectAll'],
  ['取消选择 deselect unselect', 'grid.clearSelection'],
  ['勾选 select 选中 打勾', 'grid.toggle'],
  ['搜索 search 查单 find document', 'palette.records|grid.filter'],
  ['找人 who person 联系人', 'palette.people'],
  ['新建 create 添加 录入 new 新增', '*.add'],
  ['编辑 change 修改 update 更改', '*.edit'],
  ['移除 delete 删除 erase', '*.delete|settlementOrder.remove|settlementOrder.remove.batch'],
  ['下载 download excel 导出 csv', '*.export'],
  ['批量 bulk 多条', '*.batch'],
  ['导入 import 导入表格 daoru', '*.import'],
  ['夜间 dark 黑色 护眼', 'theme.dark'],
  ['日间 light 白色', 'theme.light'],
  ['主题 theme 外观 换肤', 'theme.light|theme.dark|theme.system'],
  ['语言 language 英语 english 翻译', 'session.language'],
  ['缓存 cache 清理', 'session.clearCache'],
  ['全屏 最大化 f11 maximize', 'shell.fullScreen'],
  ['侧栏 sidebar 导航 折叠', 'shell.sidebar|nav./system/menu'],
  ['关闭 close 关掉', 'tabs.close.this|*.close'],
  ['后退 back 返回 回去', 'page.back'],
  ['通知 notification toast 提醒', 'help.messages'],
  ['预览 pane', 'record.preview'],
  ['再试 retry 重来 again', 'decision.retryFailed'],
]

const registry = buildRegistry(admin(), 'zh')
const index = buildIndex(registry.commands)
// wherever somebody stands: in the queue, in a list, at home
const QUEUE = {
  ...BLANK,
  signedIn: true,
  screen: 'queue',
  resource: 'settlementOrder',
  queue: 'settlementOrder',
} as const
const PLACES = [
  { ...QUEUE, view: 'audit', focus: 'grid', hasRow: true, undoable: 1, selected: 2, previewOpen: true },
  { ...BLANK, signedIn: true, screen: 'table', resource: 'param', hasRow: true, selected: 2, tree: true },
  { ...BLANK, signedIn: true, screen: 'table', resource: 'entrustedCompany', hasRow: true },
  { ...BLANK, signedIn: true, screen: 'home' },
] as const

const isMeant = (id: string, meant: string): boolean =>
  meant.split('|').some((m) => (m.startsWith('*') ? id.endsWith(m.slice(1)) : id === m))

/** The first three of a place for a word. */
const firstThree = (word: string, place: (typeof PLACES)[number]): readonly string[] => {
  const include = Uint8Array.from(registry.commands, (c) => (!c.hidden && holds(c.when, place) ? 1 : 0))
  return rank(index, word, { include, limit: 3 }).items.map((c) => c.id)
}

describe('everyday words find what is meant among the first three', () => {
  const asked = MEANT.flatMap(([words, meant]) => words.split(' ').map((word) => [word, meant] as const))
  it('of two hundred words', () => expect(asked.length).toBeGreaterThanOrEqual(200))
  it.each(asked)('%s', (word, meant) => {
    const offered = registry.commands.filter((c) => !c.hidden && isMeant(c.id, meant))
    const reachable = PLACES.filter((p) => offered.some((c) => holds(c.when, p)))
    expect(reachable.length).toBeGreaterThan(0)
    for (const place of reachable)
      expect(
        firstThree(word, place).some((id) => isMeant(id, meant)),
        `${place.screen}: ${firstThree(word, place)}`,
      ).toBe(true)
  })
})

it('other names are words of their own: none empty, none the title, each once', () => {
  const said = [
    ...(Object.keys(WORDS) as Word[]).map((word) => [...WORDS[word], NAMES[word]] as const),
    ...[...leaves()].map(({ leaf }) => [...leaf.title, leaf.words] as const),
  ]
  for (const [zh, en, words] of said) {
    const all = words?.split(', ') ?? []
    expect(new Set(all).size, zh).toBe(all.length)
    for (const word of all) {
      expect(word.trim(), zh).toBe(word)
      expect(word === '' || word === zh || word === en.toLowerCase(), `${zh}: ${word}`).toBe(false)
      expect(word, zh).toBe(word.toLowerCase())
    }
  }
})
