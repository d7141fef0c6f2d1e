import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { choice, ref, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

const name = (zh: string, en: string, more: object = {}) =>
  text(zh, en, { search: 'code', length: 100, width: 140, ...more })

/** 代码生成: what a set of files is made from (domain §2.3). */
export const code = resource('code', {
  calls: ['blade-develop/code'],
  title: ['代码生成', 'Code generation'],
  notInForce: {
    instead: ['本系统不生成代码，界面由程序决定', 'no code is generated; screens follow from the product itself'],
  },
  name: 'codeName',
  fields: {
    datasourceId: ref('datasource', '数据源', 'Data source', { shows: 'datasourceName' }),
    datasourceName: text('数据源', 'Data source', { length: 100, readOnly: 'always', width: 140 }),
    modelId: ref('devModel', '数据模型', 'Model', {
      required: '请选择数据模型',
      requiredEn: 'Please choose a model',
      shows: 'modelName',
    }),
    modelName: text('数据模型', 'Model', { length: 100, readOnly: 'always', width: 140 }),
    serviceName: name('服务名称', 'Service', { required: '请输入服务名称', requiredEn: 'Please enter the service' }),
    codeName: name('模块名称', 'Module', {
      search: 'words',
      required: '请输入模块名称',
      requiredEn: 'Please enter the module',
    }),
    tableName: name('表名', 'Table', { required: '请输入表名', requiredEn: 'Please enter the table' }),
    tablePrefix: name('表前缀', 'Table prefix'),
    pkName: name('主键名', 'Primary key', { initial: 'id' }),
    packageName: name('包名', 'Package', {
      required: '请输入包名',
      requiredEn: 'Please enter the package',
      width: 200,
    }),
    baseMode: choice('基础业务', 'Base columns', { 1: ['否', 'No'], 2: ['是', 'Yes'] }, { width: 90, initial: 2 }),
    wrapMode: choice('包装器', 'Wrapper', { 1: ['否', 'No'], 2: ['是', 'Yes'] }, { width: 90, initial: 2 }),
    apiPath: text('后端路径', 'Server path', { length: 255, width: 200 }),
    webPath: text('前端路径', 'Web path', { length: 255, width: 200 }),
    templateType: choice(
      '模板类型',
      'Template',
      { crud: ['单表', 'One table'], sub: ['主子表', 'Table and lines'], tree: ['树表', 'Tree'] },
      { width: 90, initial: 'crud' },
    ),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['codeName', 'serviceName', 'tableName', 'tablePrefix', 'packageName', 'templateType'],
    search: ['codeName', 'tableName', 'serviceName', 'packageName'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  routes: { list: '/tool/code' },
})

/** `POST gen-code?ids&system=saber`: a zip of text files. */
export const generateCode = call('code.generate', {
  method: 'POST',
  paths: ['blade-develop/code/gen-code'],
  title: ['生成代码', 'Generate'],
  permission: 'code_genCode',
  roles: [],
  on: code,
  select: 'many',
  safe: false,
  extra: 'ignored',
  answer: answer.nothing,
  query: { system: text('系统', 'System', { length: 20 }) },
})

/** `POST copy?id`: the same once more, to be changed. */
export const copyCode = call('code.copy', {
  method: 'POST',
  paths: ['blade-develop/code/copy'],
  title: ['复制', 'Copy'],
  permission: 'code_copy',
  roles: [],
  on: code,
  safe: false,
  answer: answer.nothing,
  command: {},
})
