import { file, html, image, text } from '../../../src/model/language/fields/field.ts'
import { resource } from '../../../src/model/language/resource.ts'
import { company } from '../../../src/model/patterns/mixins.ts'
import { declare } from './declare.ts'

/** Shapes: a record of a company with rich text, a picture and several files. */
export const shapeArticle = resource('shapeArticle', {
  calls: ['blade-shape/article'],
  title: ['文章', 'Articles'],
  name: 'title',
  fields: {
    title: text('标题', 'Title', { required: '请输入标题', requiredEn: 'Please enter the title' }),
    ...company,
    body: html('正文', 'Body', {}),
    cover: image('封面', 'Cover'),
    papers: file('资料', 'Papers', { max: 3 }),
    scan: file('证件', 'Scan', { masked: true }),
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  list: { columns: ['title', 'body', 'cover', 'papers'], search: ['title'], sort: 'createTime' },
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/shape/article', detail: '/shape/article/detail/:id' },
})

export default declare('shapeArticles', { resources: [shapeArticle] })
