import { oneOf } from '../../language/conditions/condition.ts'
import { longText, readOnly, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'
import { guardedParams } from './guardedParams.ts'
import { declaredParams } from './params.ts'

/** 系统参数 (specification §3, §5: the three required messages are its own). */
export const param = resource('param', {
  calls: ['blade-system/param'],
  title: ['系统参数', 'System parameters'],
  notInForce: {
    instead: [
      '程序尚不读取这样的参数，由什么决定见“取值”',
      'nothing reads such a parameter; “Takes” says what decides',
    ],
    where: [
      oneOf(
        'paramKey',
        declaredParams.filter((p) => p.unused).map((p) => p.key),
      ),
    ],
  },
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
      width: 150,
      dualControl: { paramKey: guardedParams.map((p) => p.key) },
    }),
    // written with the value, from the catalogue of parameters (server/domains/administration/access/guardedParams.ts)
    ...readOnly({
      valueInForce: text('生效值', 'In force', { width: 140 }),
      initialValue: text('默认值', 'Default', { width: 110 }),
      range: text('取值', 'Takes', { length: 100, width: 260, inEnglish: 'rangeEn' }),
      rangeEn: text('英文取值', 'Takes (English)', { length: 100, width: 180 }),
    }),
    remark: longText('备注', 'Remark', { length: 255, width: 120 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['paramName', 'paramKey', 'paramValue', 'valueInForce', 'initialValue', 'range', 'remark', 'updateTime'],
    search: ['paramName', 'paramKey'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['paramKey']],
  routes: { list: '/system/param' },
})
