import '../../../src/console/record/base/words.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { DoctorCard } from '../../../src/console/domains/people/DoctorCard.tsx'
import { shownSections } from '../../../src/console/record/base/sections.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

const line = orderDoctorSettlement as unknown as Resource
beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('authenticationDoctor')
})

it('says what keeps the doctor of a line from being paid, and leads to the doctor', async () => {
  server.answer({
    'blade-authenticationDoctor/detail': ({ id }) => ({
      ...order(String(id)),
      doctorName: '卢伟',
      certStatus: 2,
      faceStatus: 2,
      protocolStatus: 1,
      blackStatus: 0,
      bankName: '招商银行',
      bankAccount: '****6316',
    }),
  })
  show(<DoctorCard of={line} row={{ ...order('1'), doctorId: '7' }} />)
  expect(await screen.findByText('卢伟')).toBeInTheDocument()
  expect(screen.getByText('人脸核验').nextElementSibling).toHaveTextContent('失败')
  expect(screen.getByText('银行账号').nextElementSibling).toHaveTextContent('****6316')
  expect(screen.getByRole('link', { name: '查看' }).getAttribute('href')).toContain('7')
})

it('is no section of who may not see doctors', () => {
  const codes = () => shownSections(line).map((s) => s.code)
  expect(codes()).toContain('doctorCard')
  server.granted = catalogueOf((id) => id !== 'authenticationDoctor')
  expect(codes()).not.toContain('doctorCard')
})
