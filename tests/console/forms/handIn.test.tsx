import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { openForm } from '../../../src/console/forms/dialogs/FormDialog.tsx'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'
import { serve } from './serve.ts'

const attribute = (attrName: string, attrCode: string, attrType: number, more: object = {}) => ({
  ...{ attrName, attrCode, attrType, groupName: '', options: [], required: 0, maxLength: null },
  ...more,
})
const options = (...labels: string[]) => ({ options: labels.map((label) => ({ label })) })
const TEMPLATE = {
  ...{ id: '5', version: 1 },
  attributes: [
    attribute('主诉', 'complaint', 1, { required: 1 }),
    attribute('性别', 'sex', 3, options('男', '女')),
    attribute('治疗方案', 'therapy', 4, options('药物', '手术')),
  ],
}

beforeEach(async () => {
  queryClient.clear()
  server.granted = catalogueOf()
  await Promise.all(
    ['caseCollectionReport', 'caseCollection', 'caseCollectionTemplate', 'caseCollectionTemplateAttr'].map(
      loadResource,
    ),
  )
})

/** The form in which a report of an activity is entered for a doctor, and what it sends. */
function handIn(plan: object) {
  const { asked } = serve({
    'blade-act/caseCollection/detail': () => ({ id: '3', version: 0, name: '偏头痛', ...plan }),
    'blade-act/caseCollectionTemplate/detail': () => TEMPLATE,
    'blade-act/caseCollectionReport/handIn': () => ({ id: '9', version: 0, transition: 'handIn', patch: {} }),
  })
  void openForm({
    resource: 'caseCollectionReport',
    mode: 'add',
    initial: { caseCollectionId: '3', doctorId: '4' },
  })
  return () => asked.find((a) => a.path.endsWith('/handIn'))?.body as Record<string, unknown> | undefined
}

it('asks what the template of the activity asks, each as its type is answered', async () => {
  const sent = handIn({ templateId: '5' })
  await userEvent.type(await screen.findByLabelText(/^主诉/), '胸闷')
  await userEvent.click(screen.getByRole('radio', { name: '女' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '药物' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '手术' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '药物' }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toBeDefined())
  expect(sent()).toMatchObject({
    caseCollectionId: '3',
    doctorId: '4',
    collectData: { complaint: '胸闷', sex: '女', therapy: ['手术'] },
  })
})

it('says that there is nothing to fill in where the activity has no template', async () => {
  handIn({ templateId: '' })
  expect(await screen.findByText('该活动没有模板：请上传附件')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
})
