import { client } from '../administration/access/client.ts'
import { post } from '../administration/access/post.ts'
import { dept, menu, role } from '../administration/access/role.ts'
import { apiScope, dataScope } from '../administration/access/scopes.ts'
import { securityEvent } from '../administration/access/securityEvent.ts'
import { tenant } from '../administration/access/tenant.ts'
import { tenantPackage } from '../administration/access/tenantPackage.ts'
import { topmenu } from '../administration/access/topMenu.ts'
import { user } from '../administration/access/user.ts'
import { code } from '../administration/develop/code.ts'
import { datasource } from '../administration/develop/datasource.ts'
import { devModel } from '../administration/develop/model.ts'
import { report } from '../administration/develop/report.ts'
import { partnerMessage } from '../administration/partner/partnerMessage.ts'
import { apiMessagePool } from '../administration/system/apiMessagePool.ts'
import { dict, dictBiz } from '../administration/system/dictBiz.ts'
import { intent } from '../administration/system/intent.ts'
import { logApi, logError, logUsual } from '../administration/system/logs.ts'
import { param } from '../administration/system/param.ts'
import { region } from '../administration/system/region.ts'
import { appVersion, shortUrlManage } from '../administration/system/release.ts'
import { smsLog } from '../administration/system/smsLog.ts'
import { oss, sms } from '../administration/system/storage.ts'
import { approvalHistory } from '../desk/approvalHistory.ts'
import { changeRequest } from '../desk/changeRequest.ts'
import { attach } from '../files/attach.ts'
import type { TopMenu } from '../language/menu.ts'
import { leaf } from '../language/menu.ts'
import { flowGroup } from './work.ts'

/** T11: rights, organisation, settings, resources. */
export const systemMenu: TopMenu = {
  code: 'system',
  title: ['系统管理', 'System'],
  icon: 'settings',
  groups: [
    {
      code: 'systemAccess',
      title: ['权限', 'Access'],
      icon: 'shield',
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
      code: 'systemOrg',
      title: ['组织', 'Organisation'],
      icon: 'network',
      leaves: [
        leaf(tenant, { icon: 'building-2', words: 'customer, 客户, 租户管理' }),
        leaf(tenantPackage, { icon: 'layers', words: 'product, package, 套餐' }),
        leaf(dept, { icon: 'network', words: 'organisation, organization, team, 部门, 组织, 团队' }),
        leaf(post, { icon: 'user', words: 'position, job, 职位' }),
        leaf(region, { icon: 'list-tree', words: 'province, city, 省市, 地区' }),
      ],
    },
    {
      code: 'systemBase',
      title: ['基础', 'Base'],
      icon: 'book',
      leaves: [
        leaf(dict, { icon: 'book', words: 'dictionary, options, 选项, 枚举' }),
        leaf(dictBiz, { icon: 'book', words: 'dictionary, options, 选项, 枚举' }),
        leaf(param, {
          icon: 'settings',
          words: 'settings, configuration, preferences, config, options, 设置, 配置',
        }),
        leaf(changeRequest, { icon: 'git-compare', words: 'configuration change, four eyes, 复核, 双人' }),
      ],
    },
    {
      code: 'systemResource',
      title: ['资源', 'Resources'],
      icon: 'paperclip',
      leaves: [
        leaf(oss, { icon: 'database', words: 'storage, s3, minio, 存储' }),
        leaf(sms, { icon: 'message', words: 'text message, 短信' }),
        leaf(smsLog, { icon: 'send', words: 'text message, 短信' }),
        leaf(attach, { icon: 'paperclip', words: 'file, files, upload, image, 文件, 图片, 上传, 凭证' }),
        leaf(appVersion, { icon: 'download', words: 'release, update, 更新, 升级' }),
        leaf(shortUrlManage, { title: ['短链管理', 'Short links'], icon: 'link', words: 'url, link, 链接' }),
        leaf(apiMessagePool, { icon: 'inbox', words: 'queue, push, 推送' }),
        leaf(partnerMessage, { icon: 'inbox', words: 'openapi, 合作方, 对接' }),
        leaf(intent, { icon: 'send', words: 'integration, api, 接口, 对接' }),
        leaf(approvalHistory, {
          icon: 'history',
          go: 'g a',
          words: 'audit, trail, log, 历史, 日志, 审核记录, 操作记录',
        }),
      ],
    },
  ],
}

/** T12: what happened on the server, and what developers need. */
export const developMenu: TopMenu = {
  code: 'flow',
  title: ['流程与研发', 'Workflow & dev'],
  icon: 'git-branch',
  groups: [
    flowGroup,
    {
      code: 'flowMonitor',
      title: ['监控', 'Monitor'],
      icon: 'monitor',
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
      code: 'flowDevelop',
      title: ['研发', 'Develop'],
      icon: 'command',
      leaves: [
        leaf(code, { icon: 'command', words: 'generator, scaffold, 生成器' }),
        leaf(devModel, { icon: 'layers', with: ['modelPrototype'], words: 'schema, table, 表结构' }),
        leaf(datasource, { icon: 'database', words: 'database, connection, 数据库' }),
        leaf(report, { title: ['报表管理', 'Reports'], icon: 'file-spreadsheet', words: 'report, 统计' }),
      ],
    },
  ],
}
