import { choice, code, flag, integer, list, longText, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { type Part, resource } from '../language/resource.ts'
import { children, facts, history, related } from '../language/section.ts'
import { states } from '../language/states.ts'
import { twin } from '../language/twin.ts'
import { enabled, product } from '../patterns/mixins.ts'

/** Templates of what doctors fill in, with their attributes (domain §2.7; 3.6). */

const operations = ['view', 'add', 'edit', 'delete'] as const
// a template for a product is of whose product it is; one for none the platform prepares for all
const owner = { through: 'baseProductId', orNone: true } as const

/** States of a template by name. */
export const templateStates = { draft: 0, enabled: 1, stopped: 2 } as const

const TEMPLATE_STATES = {
  draft: [0, '草稿', 'Draft', 'off'],
  enabled: [1, '启用', 'Enabled', 'good'],
  stopped: [2, '停用', 'Stopped', 'bad'],
} as const

/** Questions of a template are saved with their template: only a draft may be changed. */
const ATTRIBUTES: Part = {
  as: 'attributes',
  title: ['字段', 'Attributes'],
  order: 'sort',
  count: 'attrCount',
  editor: 'attributes',
}

const TEMPLATE_FACTS = [
  'code',
  'name',
  'templateStatus',
  'baseProductName',
  'templateType',
  'attrCount',
  'description',
] as const

/** 病例模板: what is asked about a case. */
export const caseCollectionTemplate = resource('caseCollectionTemplate', {
  calls: ['blade-act/caseCollectionTemplate'],
  title: ['病例模板', 'Case templates'],
  name: 'name',
  fields: {
    code: code('BM', '模板编号', 'Code', { count: 'plain', width: 100 }),
    name: text('模板名称', 'Template', {
      length: 100,
      required: '请输入模板名称',
      requiredEn: 'Please enter the name',
      width: 200,
    }),
    ...product,
    templateType: choice(
      '模板类型',
      'Kind',
      { 1: ['标准', 'Standard'], 2: ['简易', 'Short'], 3: ['随访', 'Follow-up'] },
      { width: 80, initial: 1 },
    ),
    description: longText('说明', 'Description', { length: 500, width: 240 }),
    attrCount: integer('字段数', 'Attributes', { initial: 0, width: 80, readOnly: 'always' }),
    templateStatus: states('状态', 'Status', TEMPLATE_STATES, { initial: 'draft', width: 80, readOnly: 'always' }),
  },
  operations,
  readers: { ops: 'manage', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  editable: { edit: { templateStatus: 'draft' }, delete: { templateStatus: 'draft' } },
  list: {
    columns: [
      'code',
      'name',
      'baseProductName',
      'templateType',
      'attrCount',
      'description',
      'templateStatus',
      'createTime',
    ],
    search: ['name', 'baseProductId', 'templateStatus'],
    sort: 'createTime',
  },
  lists: {
    listByProductId: { title: ['产品的模板', 'Of a product'], by: { productId: 'baseProductId' }, answer: 'list' },
  },
  frame: true,
  owner,
  unique: [['code']],
  children: [
    { resource: 'caseCollectionTemplateAttr', by: 'templateId', part: ATTRIBUTES },
    { resource: 'caseCollectionTemplateRel', by: 'templateId' },
  ],
  sections: [
    facts(TEMPLATE_FACTS),
    children('caseCollectionTemplateAttr', ['字段', 'Attributes']),
    children('caseCollectionTemplateRel', ['适用范围', 'Used for']),
    history(),
    related(),
  ],
  routes: {
    list: '/act/casecollectiontemplate',
    add: '/casecollectiontemplate/add',
    edit: '/casecollectiontemplate/edit/:id',
    detail: '/casecollectiontemplate/detail/:id',
  },
})

/** Lifecycle 3.6 of templates; `call` is how the specification calls it for the resource. */
const templateEdges = <const Id extends string>(id: Id, call: string) => {
  const step = {
    by: 'operator',
    call: `GET ${call}`,
    permission: `${id}_stop` as `${Id}_stop`,
    roles: ['ops'],
    select: 'one',
  } as const
  return {
    enable: {
      ...step,
      label: ['启用', 'Enable'],
      from: { templateStatus: ['draft', 'stopped'] },
      to: { templateStatus: 'enabled' },
      match: { status: 1 },
      result: 'pass',
    },
    stop: {
      ...step,
      label: ['停用', 'Stop'],
      from: { templateStatus: 'enabled' },
      to: { templateStatus: 'stopped' },
      match: { status: 2 },
      result: 'reject',
    },
  } as const
}

export const caseCollectionTemplateLifecycle = lifecycle(
  caseCollectionTemplate,
  templateEdges('caseCollectionTemplate', 'stopTemplate'),
)

/** 模板字段: one thing that a template asks. */
export const caseCollectionTemplateAttr = resource('caseCollectionTemplateAttr', {
  calls: ['blade-act/caseCollectionTemplateAttr'],
  title: ['病例模板字段', 'Case template attributes'],
  name: 'attrName',
  fields: {
    templateId: ref('caseCollectionTemplate', '模板', 'Template', {
      required: '请选择模板',
      requiredEn: 'Please choose the template',
      readOnly: 'edit',
    }),
    attrName: text('字段名称', 'Attribute', {
      length: 100,
      required: '请输入字段名称',
      requiredEn: 'Please enter the name',
      width: 180,
    }),
    attrCode: text('字段编码', 'Code', {
      search: 'exact',
      length: 64,
      required: '请输入字段编码',
      requiredEn: 'Please enter the code',
      width: 120,
    }),
    attrType: choice(
      '字段类型',
      'Type',
      {
        1: ['单行', 'Line'],
        2: ['多行', 'Text'],
        3: ['单选', 'Single choice'],
        4: ['多选', 'Multiple choice'],
        5: ['日期', 'Date'],
        6: ['数字', 'Number'],
        7: ['图片', 'Picture'],
        8: ['量表', 'Scale'],
      },
      { initial: 1, width: 80 },
    ),
    options: list(
      '选项',
      'Options',
      { label: text('选项', 'Option', { length: 100, required: '请输入选项', requiredEn: 'Please enter the option' }) },
      { max: 50, width: 180 },
    ),
    required: flag('必填', 'Required', { initial: 0, width: 70 }),
    maxLength: integer('最大长度', 'Max. length', { min: 1, width: 80 }),
    sort: integer('排序', 'Order', { initial: 0, width: 70 }),
    groupName: text('分组', 'Group', { length: 50, width: 110 }),
  },
  operations,
  readers: { ops: 'manage', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: ['sort', 'groupName', 'attrName', 'attrCode', 'attrType', 'options', 'required', 'maxLength'],
    search: ['attrName', 'attrType'],
    filters: ['templateId'],
    sort: '+sort',
  },
  lists: {
    getList: { title: ['模板的字段', 'Of a template'], by: { templateId: 'templateId' }, answer: 'list' },
  },
  frame: true,
  owner: { through: 'templateId' },
  unique: [['templateId', 'attrCode']],
  routes: { list: '/act/caseCollectionTemplateAttr' },
})

/** Choices that do not depend on the purpose of a template. */
const UNLIMITED = {
  instead: ['选择模板时不受适用范围限制', 'templates are chosen whatever products and projects they are for'],
} as const

/** 模板关系: the products and projects that a template is for. */
export const caseCollectionTemplateRel = resource('caseCollectionTemplateRel', {
  calls: ['blade-act/caseCollectionTemplateRel'],
  title: ['病例模板关系', 'Case template relations'],
  notInForce: UNLIMITED,
  name: 'productName',
  fields: {
    templateId: ref('caseCollectionTemplate', '模板', 'Template', {
      required: '请选择模板',
      requiredEn: 'Please choose the template',
    }),
    productId: ref('baseProduct', '产品', 'Product', {
      required: '请选择产品',
      requiredEn: 'Please choose the product',
      shows: 'productName',
    }),
    productName: text('产品', 'Product', { width: 160, readOnly: 'always' }),
    projectId: ref('activityServiceProject', '服务项目', 'Service project', { shows: 'projectName' }),
    projectName: text('服务项目', 'Service project', { width: 160, readOnly: 'always' }),
    ...enabled,
  },
  operations: ['view', 'add', 'delete'],
  readers: { ops: 'manage', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: ['productName', 'projectName', 'enableStatus', 'createTime'],
    search: ['productName', 'enableStatus'],
    filters: ['templateId', 'productId'],
    sort: 'createTime',
  },
  frame: true,
  // of whose product it is: a template for all is used for products of many
  owner: { through: 'productId' },
  routes: { list: '/act/caseCollectionTemplateRel' },
})

/** 调研模板: the questionnaire of a research; the same as a case template. */
export const clinicalResearchTemplate = twin(caseCollectionTemplate, 'clinicalResearchTemplate', {
  calls: ['blade-act/clinicalResearchTemplate'],
  title: ['调研模板', 'Research templates'],
  readers: { ops: 'manage', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  fields: { code: code('DM', '模板编号', 'Code', { count: 'plain', width: 100 }) },
  frame: true,
  children: [
    { resource: 'clinicalResearchTemplateAttr', by: 'templateId', part: ATTRIBUTES },
    { resource: 'clinicalResearchTemplateRel', by: 'templateId' },
  ],
  sections: [
    facts(TEMPLATE_FACTS),
    children('clinicalResearchTemplateAttr', ['字段', 'Attributes']),
    children('clinicalResearchTemplateRel', ['适用范围', 'Used for']),
    history(),
    related(),
  ],
  routes: {
    list: '/act/clinicalresearchtemplate',
    add: '/clinicalresearchtemplate/add',
    edit: '/clinicalresearchtemplate/edit/:id',
    detail: '/clinicalresearchtemplate/detail/:id',
  },
})

export const clinicalResearchTemplateLifecycle = lifecycle(
  clinicalResearchTemplate,
  templateEdges('clinicalResearchTemplate', 'updateStatus'),
)

const whose = { required: '请选择模板', requiredEn: 'Please choose the template' } as const

export const clinicalResearchTemplateAttr = twin(caseCollectionTemplateAttr, 'clinicalResearchTemplateAttr', {
  calls: ['blade-act/clinicalResearchTemplateAttr'],
  title: ['调研模板字段', 'Research template attributes'],
  readers: { ops: 'manage', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  fields: { templateId: ref('clinicalResearchTemplate', '模板', 'Template', { ...whose, readOnly: 'edit' }) },
  frame: true,
  routes: { list: '/act/clinicalResearchTemplateAttr' },
})

export const clinicalResearchTemplateRel = twin(caseCollectionTemplateRel, 'clinicalResearchTemplateRel', {
  calls: ['blade-act/clinicalResearchTemplateRel'],
  title: ['调研模板关系', 'Research template relations'],
  readers: { ops: 'manage', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  notInForce: UNLIMITED,
  fields: { templateId: ref('clinicalResearchTemplate', '模板', 'Template', whose) },
  frame: true,
  routes: { list: '/act/clinicalResearchTemplateRel' },
  lists: {
    listByProductId: { title: ['产品的模板', 'Of a product'], by: { productId: 'productId' }, answer: 'list' },
  },
})
