import { choice, longText, secret, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** 数据源: databases that code is generated for (domain §2.3). The password is never read back. */
export const datasource = resource('datasource', {
  calls: ['blade-develop/datasource'],
  title: ['数据源', 'Data sources'],
  notInForce: {
    instead: [
      '本系统不连接这里的数据源，只使用服务器配置的数据库',
      'no data source here is connected to; the database is the one set on the server',
    ],
  },
  name: 'name',
  fields: {
    name: text('名称', 'Name', {
      length: 100,
      required: '请输入数据源名称',
      requiredEn: 'Please enter the name',
      width: 160,
    }),
    category: choice(
      '类型',
      'Kind',
      { 1: ['关系型', 'Relational'], 2: ['分片', 'Sharded'] },
      { width: 80, initial: 1 },
    ),
    driverClass: text('驱动类', 'Driver', {
      search: 'code',
      length: 100,
      required: '请输入驱动类',
      requiredEn: 'Please enter the driver',
      width: 200,
      initial: 'org.postgresql.Driver',
    }),
    url: text('连接地址', 'Address', {
      length: 500,
      required: '请输入连接地址',
      requiredEn: 'Please enter the address',
      width: 300,
    }),
    username: text('用户名', 'User', { length: 64, width: 110 }),
    password: secret('密码', 'Password'),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['name', 'category', 'driverClass', 'url', 'username', 'remark'],
    search: ['name', 'driverClass'],
    sort: 'createTime',
  },
  lists: { select: { title: ['数据源选项', 'To choose from'], answer: 'list' } },
  frame: true,
  owner: 'platform',
  unique: [['name']],
  routes: { list: '/tool/datasource' },
})
