import { choice, integer, longText, readOnly, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

const code = (zh: string, en: string, more: object = {}) =>
  text(zh, en, { search: 'exact', length: 12, width: 110, ...more })

/** 行政区划: named by codes; 00 is the country (domain §2.2). */
export const region = resource('region', {
  calls: ['blade-system/region'],
  title: ['行政区划', 'Regions'],
  name: 'name',
  fields: {
    code: code('区划编号', 'Code', {
      required: '请输入区划编号',
      requiredEn: 'Please enter the code',
      // records below it and its residents refer to it by its code
      readOnly: 'edit',
    }),
    parentCode: code('父区划编号', 'Code above', { initial: '' }),
    name: text('区划名称', 'Region', {
      length: 50,
      required: '请输入区划名称',
      requiredEn: 'Please enter the name',
      width: 180,
    }),
    // taken from the record above when one is written (domains/administration/system/region.ts)
    ...readOnly({
      provinceCode: code('省级编号', 'Province code'),
      provinceName: text('省级名称', 'Province', { length: 50, width: 110 }),
      cityCode: code('市级编号', 'City code'),
      cityName: text('市级名称', 'City', { length: 50, width: 110 }),
      districtCode: code('区级编号', 'District code'),
      districtName: text('区级名称', 'District', { length: 50, width: 110 }),
    }),
    regionLevel: choice(
      '区划等级',
      'Level',
      {
        0: ['国家', 'Country'],
        1: ['省份/直辖市', 'Province'],
        2: ['地市', 'City'],
        3: ['区县', 'District'],
        4: ['乡镇', 'Town'],
      },
      { width: 100, required: '请选择区划等级', requiredEn: 'Please choose the level' },
    ),
    sort: integer('排序', 'Order', { width: 70, initial: 0 }),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: { columns: ['name', 'code', 'regionLevel', 'sort'], search: ['code', 'name', 'regionLevel'], sort: '+code' },
  tree: {
    key: 'code',
    parent: 'parentCode',
    lazy: true,
    path: ['provinceName', 'cityName', 'districtName'],
    carried: ['provinceCode', 'cityCode', 'districtCode'],
  },
  detailBy: { name: 'code', field: 'code' },
  lists: {
    select: { title: ['下级区划', 'Regions below'], by: { code: 'parentCode' }, answer: 'list' },
  },
  frame: true,
  // forms of others choose among them (domain §5: the region select is for everybody)
  open: true,
  // open: regions are the same for all users
  owner: 'open',
  unique: [['code']],
  routes: { list: '/base/region' },
})
