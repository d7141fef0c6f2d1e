import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { answers as panel } from '../../../src/console/domains/activities/answers/panels.ts'
import { resourceOf } from '../../../src/model/business.ts'
import { panelComponent } from '../panelComponent.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { missing } from '../server/envelope.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

const Answers = panelComponent(panel)

const attribute = (attrName: string, attrCode: string, attrType: number, groupName: string, more: object = {}) => ({
  attrName,
  attrCode,
  attrType,
  groupName,
  options: [],
  required: 0,
  maxLength: null,
  ...more,
})
const options = (...labels: string[]) => ({ options: labels.map((label) => ({ label })) })
const TEMPLATE = {
  id: '5',
  version: 1,
  attributes: [
    attribute('患者性别', 'sex', 3, '基本信息', options('男', '女')),
    attribute('主诉', 'complaint', 1, '诊疗', { required: 1 }),
    attribute('治疗方案', 'therapy', 4, '诊疗', options('药物', '手术')),
    attribute('患者年龄', 'age', 6, '基本信息'),
    attribute('检查资料', 'scan', 7, '诊疗'),
    attribute('疗效', 'effect', 8, '诊疗', options('1', '2', '3')),
  ],
}
const REPORT = {
  id: '7',
  version: 0,
  templateId: '5',
  collectData: { sex: '男', age: 56, therapy: ['药物', '针灸'], scan: ['81', '82'], effect: '2', bloodType: 'A' },
}
const picture = (id: string) => ({
  id,
  name: `${id}.png`,
  extension: 'png',
  size: 1,
  link: `/api/rounds/file?id=${id}&s=x`,
})

beforeEach(async () => {
  server.granted = catalogueOf()
  await Promise.all(['caseCollectionReport', 'caseCollectionTemplate', 'caseCollectionTemplateAttr'].map(loadResource))
})
const answers = (report: object, template: () => unknown = () => TEMPLATE) => {
  server.answer({
    'blade-act/caseCollectionTemplate/detail': template,
    'rounds/files': () => ({ files: [], collectData: [picture('81')] }),
  })
  return show(<Answers of={resourceOf('caseCollectionReport')} row={{ ...REPORT, ...report } as never} />)
}
const row = (code: string, root: HTMLElement) =>
  within(root.querySelector<HTMLElement>(`[data-code="${code}"]`) as HTMLElement)

it('answers are read by group and in the order of the template, each as its type is read', async () => {
  const { container } = answers({})
  expect(await screen.findByText('患者性别')).toBeInTheDocument()
  expect([...container.querySelectorAll('h3')].map((h) => h.textContent)).toEqual([
    '基本信息',
    '诊疗',
    '模板中已没有的字段',
  ])
  expect([...container.querySelectorAll('[data-code]')].map((x) => x.getAttribute('data-code'))).toEqual([
    ...['sex', 'age', 'complaint', 'therapy', 'scan', 'effect', 'bloodType'],
  ])
  expect(row('age', container).getByText('56')).toBeInTheDocument()
  expect(row('complaint', container).getByText('必填未填写')).toBeInTheDocument()
  expect(row('therapy', container).getByText('药物')).not.toHaveAttribute('data-unknown')
  expect(row('therapy', container).getByText('针灸')).toHaveAttribute('title', '该选项已不在模板中')
  expect(row('effect', container).getByText('2')).toHaveAttribute('data-chosen')
  expect(row('bloodType', container).getByText('A')).toBeInTheDocument()
  expect(row('scan', container).getByRole('link')).toHaveAttribute('href', picture('81').link)
  expect(row('scan', container).getByText('图片已不可查看')).toBeInTheDocument()
})

it('without its template all answers still stand, by their codes; without answers it says so', async () => {
  const gone = answers({}, missing)
  expect(await screen.findByText('未按模板采集')).toBeInTheDocument()
  expect(row('sex', gone.container).getByText('男')).toBeInTheDocument()
  expect(row('scan', gone.container).getByText('81、82')).toBeInTheDocument()
  gone.unmount()
  answers({ templateId: '', collectData: {} })
  expect(await screen.findByText('未采集内容')).toBeInTheDocument()
})
