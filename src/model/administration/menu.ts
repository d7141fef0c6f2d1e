import { type GroupLeaves, leaf } from '../language/menu.ts'
import { client } from './access/client.ts'
import { post } from './access/post.ts'
import { dept, menu, role } from './access/role.ts'
import { apiScope, dataScope } from './access/scopes.ts'
import { securityEvent } from './access/securityEvent.ts'
import { tenant } from './access/tenant.ts'
import { tenantPackage } from './access/tenantPackage.ts'
import { topmenu } from './access/topMenu.ts'
import { user } from './access/user.ts'
import { code } from './develop/code.ts'
import { datasource } from './develop/datasource.ts'
import { devModel } from './develop/model.ts'
import { report } from './develop/report.ts'
import { partnerMessage } from './partner/partnerMessage.ts'
import { apiMessagePool } from './system/apiMessagePool.ts'
import { dict, dictBiz } from './system/dictBiz.ts'
import { intent } from './system/intent.ts'
import { logApi, logError, logUsual } from './system/logs.ts'
import { param } from './system/param.ts'
import { region } from './system/region.ts'
import { appVersion, shortUrlManage } from './system/release.ts'
import { smsLog } from './system/smsLog.ts'
import { oss, sms } from './system/storage.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const administrationMenu: readonly GroupLeaves[] = [
  {
    group: 'systemAccess',
    leaves: [
      leaf(user, {
        icon: 'user',
        go: 'g u',
        words: 'account, staff, employee, password, 账号, 员工, 密码, 人员, 用户管理',
      }),
      leaf(role, { icon: 'shield', go: 'g r', words: 'permission, access, rights, grant, 权限, 授权, 角色管理' }),
      leaf(menu, { icon: 'list-tree', words: 'navigation, 导航, 菜单管理' }),
      leaf(topmenu, { icon: 'menu', words: 'header, 导航' }),
      leaf(dataScope, { icon: 'filter', words: 'row scope, 数据范围' }),
      leaf(apiScope, { icon: 'lock', words: 'interface, 接口' }),
      leaf(client, { icon: 'key', words: 'oauth, token, api, secret, 客户端, 合作方, 对接, 密钥' }),
      leaf(securityEvent, { icon: 'alert-triangle', words: 'sign-in log, login, 登录记录, 登录日志' }),
    ],
  },
  {
    group: 'systemOrg',
    leaves: [
      leaf(tenant, { icon: 'building-2', words: 'customer, 客户, 租户管理' }),
      leaf(tenantPackage, { icon: 'layers', words: 'product, package, 套餐' }),
      leaf(dept, { icon: 'network', words: 'organisation, organization, team, 部门, 组织, 团队' }),
      leaf(post, { icon: 'user', words: 'position, job, 职位' }),
      leaf(region, { icon: 'list-tree', words: 'province, city, 省市, 地区' }),
    ],
  },
  {
    group: 'systemBase',
    leaves: [
      leaf(dict, { icon: 'book', words: 'dictionary, options, 选项, 枚举' }),
      leaf(dictBiz, { icon: 'book', words: 'dictionary, options, 选项, 枚举' }),
      leaf(param, {
        icon: 'settings',
        words: 'settings, configuration, preferences, config, options, 设置, 配置',
      }),
    ],
  },
  {
    group: 'systemResource',
    leaves: [
      leaf(oss, { icon: 'database', words: 'storage, s3, minio, 存储' }),
      leaf(sms, { icon: 'message', words: 'text message, 短信' }),
      leaf(smsLog, { icon: 'send', words: 'text message, 短信' }),
      leaf(appVersion, { icon: 'download', words: 'release, update, 更新, 升级' }),
      leaf(shortUrlManage, { title: ['短链管理', 'Short links'], icon: 'link', words: 'url, link, 链接' }),
      leaf(apiMessagePool, { icon: 'inbox', words: 'queue, push, 推送' }),
      leaf(partnerMessage, { icon: 'inbox', words: 'openapi, 合作方, 对接' }),
      leaf(intent, { icon: 'send', words: 'integration, api, 接口, 对接' }),
    ],
  },
  {
    group: 'flowMonitor',
    leaves: [
      leaf(logUsual, { icon: 'list', words: 'log, 日志' }),
      leaf(logApi, { icon: 'arrow-left-right', words: 'log, request, 日志, 请求' }),
      {
        code: 'localErrorLog',
        title: ['本地错误日志', 'Local error log'],
        path: '/logs',
        icon: 'alert-triangle',
        words: 'browser, error, 浏览器, 报错',
      },
      leaf(logError, { icon: 'alert-triangle', words: 'log, exception, 日志, 异常, 报错' }),
    ],
  },
  {
    group: 'flowDevelop',
    leaves: [
      leaf(code, { icon: 'command', words: 'generator, scaffold, 生成器' }),
      leaf(devModel, { icon: 'layers', with: ['modelPrototype'], words: 'schema, table, 表结构' }),
      leaf(datasource, { icon: 'database', words: 'database, connection, 数据库' }),
      leaf(report, { title: ['报表管理', 'Reports'], icon: 'file-spreadsheet', words: 'report, 统计' }),
    ],
  },
]
