import { longText, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'
import { guardedParams } from './guardedParams.ts'

/** 系统参数 (specification §3, §5: the three required messages are its own). */
export const param = resource('param', {
  calls: ['blade-system/param'],
  title: ['系统参数', 'System parameters'],
  name: 'paramName',
  fields: {
    paramName: text('参数名称', 'Name', {
      required: '请输入参数名称',
      requiredEn: 'Please enter a parameter name',
      width: 200,
    }),
    paramKey: text('参数键名', 'Key', {
      search: 'code',
      required: '请输入参数键名',
      requiredEn: 'Please enter a parameter key',
      width: 200,
    }),
    paramValue: longText('参数键值', 'Value', {
      required: '请输入参数键值',
      requiredEn: 'Please enter a parameter value',
      width: 240,
      dualControl: { paramKey: guardedParams.map((p) => p.key) },
    }),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  list: {
    columns: ['paramName', 'paramKey', 'paramValue', 'remark', 'updateTime'],
    search: ['paramName', 'paramKey'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['paramKey']],
  routes: { list: '/system/param' },
})
