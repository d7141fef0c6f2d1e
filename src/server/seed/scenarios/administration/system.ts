import { post } from '../../../../model/administration/access/post.ts'
import { apiScope, dataScope } from '../../../../model/administration/access/scopes.ts'
import { tenantPackage } from '../../../../model/administration/access/tenantPackage.ts'
import { topmenu } from '../../../../model/administration/access/topMenu.ts'
import { code } from '../../../../model/administration/develop/code.ts'
import { datasource } from '../../../../model/administration/develop/datasource.ts'
import { devModel, modelPrototype } from '../../../../model/administration/develop/model.ts'
import { report } from '../../../../model/administration/develop/report.ts'
import { region } from '../../../../model/administration/system/region.ts'
import { appVersion, shortUrlManage } from '../../../../model/administration/system/release.ts'
import { oss, sms } from '../../../../model/administration/system/storage.ts'
import { notice } from '../../../../model/desk/notice.ts'
import { PLATFORM_TENANT } from '../../../../model/language/resource.ts'
import { menuId, menuRows } from '../../../auth/menuRows.ts'
import { CITIES, PROVINCES } from '../../../domains/administration/access/outfit/regions.ts'
import { atTime, plusDays } from '../../values/times.ts'
import type { Character, Stage } from '../stage/stage.ts'

/** Posts of the organisation: kind, code, name. */
const POSTS = [
  [1, 'ceo', '首席执行官'],
  [1, 'cfo', '首席财务官'],
  [1, 'cto', '首席技术官'],
  [2, 'ops-head', '运营负责人'],
  [2, 'fin-head', '财务负责人'],
  [2, 'content-head', '内容负责人'],
  [3, 'reviewer', '审核专员'],
  [3, 'accountant', '会计'],
  [3, 'cashier', '出纳'],
  [4, 'intern', '实习生'],
  [4, 'advisor', '医学顾问'],
  [4, 'external', '外聘审计'],
] as const

const NOTICES = [
  [1, '月末结算时间提醒', '<p>请各企业于每月最后一个工作日前确认结算单，逾期将顺延至下月。</p>'],
  [1, '医生银行卡信息核对', '<p>近期发现部分医生银行卡信息有误，请在付款前完成核对。</p>'],
  [1, '发票抬头变更流程', '<p>变更发票抬头须由财务提交申请，并由第二人复核。</p>'],
  [2, '平台服务协议更新公告', '<p>平台服务协议已更新，新版自下月起生效，请知悉。</p>'],
  [2, '国庆假期付款安排', '<p>假期期间暂停银行付款，节后第一个工作日恢复。</p>'],
  [2, '数据安全管理规定', '<p>导出含个人信息的数据须经审批，<b>不得</b>通过即时通讯工具传输。</p>'],
  [1, '完税证明下载说明', '<p>完税证明可在税费支付单完成后下载。</p>'],
  [2, '系统升级公告', '<p>本周六凌晨 1:00 至 3:00 系统升级，期间无法登录。</p>'],
] as const

/** Packages of menus: what they are called, the top menus whose pages they hold, what they are for. */
const PACKAGES: readonly (readonly [name: string, tops: readonly string[], remark: string])[] = [
  ['基础版', ['desk', 'csc'], '客户与医生管理'],
  ['标准版', ['desk', 'csc', 'svc', 'system'], '含结算管理'],
  ['专业版', ['desk', 'csc', 'svc', 'tax', 'content', 'system'], '含票税与内容运营'],
]

/** Parameters of the organisation that people set up: posts, scopes, packages, notices, regions. */
export async function addSettingsOfSystem(stage: Stage, since: string, who: Character): Promise<void> {
  const day = plusDays(since, 2)
  const at = (h: number, n: number) => atTime(day, h, Math.floor(n / 60), n % 60)
  for (const [i, [category, postCode, postName]] of POSTS.entries())
    await stage.existing(post, at(8, i), who, { category, postCode, postName, sort: i + 1 })
  for (const [i, [code, name, source]] of (
    [
      ['portal', '企业门户', 'building'],
      ['doctor', '医生服务', 'stethoscope'],
      ['help', '帮助中心', 'help'],
    ] as const
  ).entries())
    await stage.existing(topmenu, at(9, i), who, { code, name, source, sort: i + 1 })
  const packages = stage.tenantId === PLATFORM_TENANT ? PACKAGES : []
  for (const [i, [packageName, tops, remark]] of packages.entries()) {
    const held = menuRows.filter((row) => row.level === 'leaf' && tops.includes(row.top))
    await stage.existing(tenantPackage, at(9, 60 + i), who, {
      packageName,
      menuId: held.map((row) => row.id),
      menuName: held.map((row) => row.title[0]).join('、'),
      remark,
    })
  }
  for (const [i, [resourceCode, scopeName, scopeType]] of (
    [
      ['settlementOrder', '结算单-全部', 1],
      ['orderDoctor', '医生订单-本人', 2],
      ['entrustedEmployee', '企业员工-本部门', 3],
      ['authenticationDoctor', '认证医生-本部门及子级', 4],
      ['baseProduct', '产品-负责的产品线', 5],
      ['servicePaymentOrder', '服务费支付单-全部', 1],
    ] as const
  ).entries())
    await stage.existing(dataScope, at(10, i), who, {
      menuId: menuId(resourceCode),
      resourceCode: `${resourceCode}_scope`,
      scopeName,
      scopeType,
      scopeClass: `com.rounds.${resourceCode}.list`,
      scopeColumn: 'create_dept',
      scopeField: '*',
    })
  for (const [i, [resourceCode, scopeName, scopePath, scopeType]] of (
    [
      ['user_list', '用户查询接口', '/api/blade-system/user/list', 1],
      ['role_grant', '角色授权接口', '/api/blade-system/role/grant', 1],
      ['param_list', '参数查询接口', '/api/blade-system/param/list', 1],
      ['settlement_list', '结算单查询接口', '/api/blade-svc/settlementOrder/list', 2],
      ['doctor_list', '医生查询接口', '/api/blade-authenticationDoctor/list', 2],
      ['company_list', '企业查询接口', '/api/blade-csc/entrustedCompany/list', 2],
    ] as const
  ).entries())
    await stage.existing(apiScope, at(10, 60 + i), who, { resourceCode, scopeName, scopePath, scopeType })
  for (const [i, [category, title, content]] of NOTICES.entries()) {
    const released = atTime(plusDays(stage.today, -3 - i * 9), 9, 30)
    await stage.existing(notice, released, who, { category, title, content, releaseTime: released })
  }
  await addRegions(stage, at(11, 0), who)
}

/** Districts and towns of one city, which the demo adds to the regions of every tenant. */
const DISTRICTS: readonly (readonly [code: string, name: string])[] = [
  ['330102', '上城区'],
  ['330105', '拱墅区'],
  ['330106', '西湖区'],
  ['330108', '滨江区'],
  ['330110', '余杭区'],
]
const TOWNS: readonly (readonly [code: string, name: string])[] = [
  ['330106001', '北山街道'],
  ['330106003', '西溪街道'],
  ['330106005', '灵隐街道'],
]

/** Districts and towns; what stands above them the tenant has from the beginning. */
async function addRegions(stage: Stage, at: string, who: Character): Promise<void> {
  const names = new Map<string, string>([...PROVINCES, ...CITIES, ...DISTRICTS, ...TOWNS])
  const add = (code: string, parentCode: string, name: string, regionLevel: 3 | 4, sort: number) =>
    stage.existing(region, at, who, {
      code,
      parentCode,
      name,
      provinceCode: code.slice(0, 2),
      provinceName: names.get(code.slice(0, 2)),
      cityCode: code.slice(0, 4),
      cityName: names.get(code.slice(0, 4)),
      districtCode: code.slice(0, 6),
      districtName: names.get(code.slice(0, 6)),
      regionLevel,
      sort,
    })
  for (const [i, [code, name]] of DISTRICTS.entries()) await add(code, code.slice(0, 4), name, 3, i + 1)
  for (const [i, [code, name]] of TOWNS.entries()) await add(code, code.slice(0, 6), name, 4, i + 1)
}

/** Where files and messages go, releases of the app, short links. */
export async function addResources(stage: Stage, since: string, who: Character): Promise<void> {
  const day = plusDays(since, 3)
  for (const [i, [category, ossCode, endpoint, status]] of (
    [
      [9, 'local', 'data/oss', 2],
      [1, 'minio', 'http://127.0.0.1:9000', 1],
      [3, 'aliyun', 'https://oss-cn-hangzhou.aliyuncs.com', 1],
      [4, 'tencent', 'https://cos.ap-shanghai.myqcloud.com', 1],
    ] as const
  ).entries())
    await stage.existing(oss, atTime(day, 9, i), who, {
      category,
      ossCode,
      endpoint,
      bucketName: `rounds-${ossCode}`,
      accessKey: `demo-${ossCode}`,
      region: category === 9 ? null : 'cn-east',
      status,
    })
  for (const [i, [category, smsCode, status]] of (
    [
      [3, 'aliyun-login', 2],
      [3, 'aliyun-notice', 1],
      [4, 'tencent-notice', 1],
      [1, 'yunpian', 1],
    ] as const
  ).entries())
    await stage.existing(sms, atTime(day, 10, i), who, {
      category,
      smsCode,
      templateId: `SMS_${100_200_300 + i}`,
      signName: '医联结算',
      accessKey: `demo-${smsCode}`,
      status,
    })
  for (let n = 0; n < 9; n += 1) {
    const published = n < 7
    const at = atTime(plusDays(stage.today, -240 + n * 26), 15)
    await stage.existing(appVersion, at, who, {
      appType: ([1, 2, 3] as const)[n % 3],
      versionNo: `2.${Math.floor(n / 3)}.${n % 3}`,
      versionCode: 200 + n,
      forceUpdate: n % 4 === 3 ? 1 : 0,
      releaseNote: ['优化签署流程', '支持人脸核验', '修复已知问题'][n % 3],
      publishTime: published ? at : null,
      publishStatus: published ? 1 : 0,
    })
  }
  for (let n = 0; n < 8; n += 1)
    await stage.existing(shortUrlManage, atTime(plusDays(stage.today, -60 + n * 6), 14), who, {
      shortCode: `r${(n * 7919 + 104_729).toString(36)}`,
      longUrl: `https://app.example.com/${['invoice', 'protocol', 'contract', 'notice'][n % 4]}/${1000 + n}`,
      bizType: ['summaryInvoice', 'tenderDoctorProtocols', 'contractActivity', 'notice'][n % 4],
      expireTime: atTime(plusDays(stage.today, n % 3 === 2 ? -5 : 60), 23),
    })
}

/** Records of developers: data sources, models with their columns, what code is made from, reports. */
export async function addDevelopment(stage: Stage, since: string, who: Character): Promise<void> {
  const day = plusDays(since, 4)
  const source = await stage.existing(datasource, atTime(day, 9), who, {
    name: '业务库',
    category: 1,
    driverClass: 'org.postgresql.Driver',
    url: 'jdbc:postgresql://127.0.0.1:5432/rounds',
    username: 'rounds',
  })
  for (const [i, name] of ['报表库', '归档库'].entries())
    await stage.existing(datasource, atTime(day, 9, i + 1), who, {
      name,
      category: i === 0 ? 1 : 2,
      driverClass: 'org.postgresql.Driver',
      url: `jdbc:postgresql://127.0.0.1:5432/rounds_${i}`,
      username: 'reader',
    })
  const TABLES = [
    ['notice', '通知公告', ['title', 'category', 'content']],
    ['post', '岗位', ['post_code', 'post_name', 'sort']],
    ['region', '行政区划', ['code', 'name', 'region_level']],
  ] as const
  for (const [i, [table, modelName, columns]] of TABLES.entries()) {
    const made = await stage.existing(devModel, atTime(day, 10, i), who, {
      datasourceId: source.id,
      datasourceName: source.name,
      modelName,
      modelCode: table,
      modelTable: `blade_${table}`,
      modelClass: `${table[0]?.toUpperCase()}${table.slice(1)}`,
    })
    for (const [n, column] of columns.entries())
      await stage.existing(modelPrototype, atTime(day, 10, i, n + 1), who, {
        modelId: made.id,
        modelName,
        jdbcName: column,
        jdbcType: column === 'sort' ? 'int4' : 'varchar',
        jdbcComment: column,
        propertyType: column === 'sort' ? 'Integer' : 'String',
        propertyName: column.replace(/_(\w)/g, (_, c: string) => c.toUpperCase()),
        componentType: column === 'content' ? 'textarea' : 'input',
        isList: column === 'content' ? 0 : 1,
        isQuery: n === 0 ? 1 : 0,
        queryType: 'like',
        sort: n + 1,
      })
    await stage.existing(code, atTime(day, 11, i), who, {
      datasourceId: source.id,
      datasourceName: source.name,
      modelId: made.id,
      modelName,
      serviceName: 'blade-desk',
      codeName: modelName,
      tableName: `blade_${table}`,
      tablePrefix: 'blade_',
      pkName: 'id',
      packageName: `org.springblade.${table}`,
      apiPath: '/home/code/api',
      webPath: '/home/code/web',
      templateType: table === 'region' ? 'tree' : 'crud',
    })
    await stage.existing(report, atTime(day, 12, i), who, {
      name: `${modelName}明细表.ureport.xml`,
      content: `<ureport name="${table}"/>`,
    })
  }
}
