import { choice, flag, integer, longText, ref, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** 数据模型: a table that code is generated for. */
export const devModel = resource('devModel', {
  calls: ['blade-develop/model'],
  title: ['数据模型', 'Data models'],
  notInForce: {
    instead: ['数据表由程序的模型决定，不从这里生成', 'tables follow from the product itself; none is made from here'],
  },
  name: 'modelName',
  fields: {
    datasourceId: ref('datasource', '数据源', 'Data source', {
      required: '请选择数据源',
      requiredEn: 'Please choose a data source',
      shows: 'datasourceName',
      width: 140,
    }),
    datasourceName: text('数据源', 'Data source', { length: 100, readOnly: 'always', width: 140 }),
    modelName: text('模型名称', 'Model', {
      length: 100,
      required: '请输入模型名称',
      requiredEn: 'Please enter the name',
      width: 160,
    }),
    modelCode: text('模型编号', 'Code', {
      search: 'code',
      length: 64,
      required: '请输入模型编号',
      requiredEn: 'Please enter the code',
      width: 140,
    }),
    modelTable: text('物理表名', 'Table', {
      search: 'code',
      length: 64,
      required: '请输入物理表名',
      requiredEn: 'Please enter the table',
      width: 160,
    }),
    modelClass: text('模型类名', 'Class', { search: 'code', length: 100, width: 160 }),
    modelRemark: longText('模型备注', 'Remark', { length: 255, width: 200 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['modelName', 'modelCode', 'modelTable', 'modelClass', 'datasourceId', 'modelRemark'],
    search: ['modelName', 'modelCode', 'modelTable'],
    filters: ['datasourceId'],
    sort: 'createTime',
  },
  lists: {
    select: { title: ['数据源的模型', 'Of a data source'], by: { datasourceId: 'datasourceId' }, answer: 'list' },
  },
  frame: true,
  owner: 'platform',
  unique: [['modelCode']],
  children: [{ resource: 'modelPrototype', by: 'modelId' }],
  routes: { list: '/tool/model' },
})

/** 模型原型: a column of a data model and how it is shown. */
export const modelPrototype = resource('modelPrototype', {
  calls: ['blade-develop/model-prototype'],
  title: ['模型原型', 'Columns of a model'],
  notInForce: {
    instead: ['数据表由程序的模型决定，不从这里生成', 'tables follow from the product itself; none is made from here'],
  },
  name: 'jdbcName',
  fields: {
    modelId: ref('devModel', '数据模型', 'Model', {
      required: '请选择数据模型',
      requiredEn: 'Please choose a model',
      shows: 'modelName',
    }),
    modelName: text('数据模型', 'Model', { length: 100, readOnly: 'always', width: 140 }),
    jdbcName: text('列名', 'Column', {
      search: 'code',
      length: 64,
      required: '请输入列名',
      requiredEn: 'Please enter the column',
      width: 140,
    }),
    jdbcType: text('列类型', 'Type', { search: 'exact', length: 32, width: 100, initial: 'varchar' }),
    jdbcComment: text('注释', 'Comment', { length: 200, width: 160 }),
    propertyType: text('属性类型', 'Property type', { search: 'exact', length: 32, width: 100, initial: 'String' }),
    propertyName: text('属性名', 'Property', { search: 'code', length: 64, width: 140 }),
    isForm: flag('表单显示', 'In forms', { initial: 1, width: 80 }),
    isRow: flag('独占一行', 'Own line', { initial: 0, width: 80 }),
    componentType: text('组件类型', 'Control', { search: 'exact', length: 32, width: 100, initial: 'input' }),
    dictCode: text('字典编号', 'Dictionary', { search: 'code', length: 64, width: 120 }),
    isRequired: flag('必填', 'Required', { initial: 0, width: 70 }),
    isList: flag('列表显示', 'In lists', { initial: 1, width: 80 }),
    isQuery: flag('可查询', 'Searched', { initial: 0, width: 80 }),
    queryType: choice(
      '查询方式',
      'Searched by',
      {
        equal: ['等于', 'Equal'],
        notequal: ['不等于', 'Not equal'],
        like: ['模糊', 'Contains'],
        ge: ['大于等于', 'At least'],
        le: ['小于等于', 'At most'],
      },
      { width: 90 },
    ),
    sort: integer('排序', 'Order', { width: 70, initial: 0 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['jdbcName', 'jdbcType', 'jdbcComment', 'propertyName', 'componentType', 'isForm', 'isList', 'isQuery'],
    search: ['jdbcName', 'propertyName'],
    filters: ['modelId'],
    sort: '+sort',
  },
  frame: true,
  owner: 'platform',
})
