import { pathsOf } from '../kernel/address.ts'
import { answer } from '../kernel/answer.ts'
import { call } from '../kernel/call.ts'
import { longText } from '../kernel/field.ts'
import { lifecycle } from '../kernel/lifecycle.ts'
import { authenticationDoctor } from './authenticationDoctor.ts'
import { esignTransitions } from './esignTransitions.ts'

/** 3.8: electronic signature of a doctor. Certification is decided at its record (certification.ts). */
export const authenticationDoctorLifecycle = lifecycle(authenticationDoctor, esignTransitions('authenticationDoctor'))

const below = (path: string): string[] => pathsOf(authenticationDoctor.calls, [path])

/** `generateProtocol?doctorId`: the frame protocol of a doctor, to be signed. Protocols come with tenders. */
export const generateDoctorProtocol = call('authenticationDoctor.generateProtocol', {
  method: 'GET',
  paths: below('generateProtocol'),
  title: ['生成协议', 'Make the protocol'],
  permission: 'authenticationDoctor_generateProtocol',
  roles: ['ops'],
  on: authenticationDoctor,
  key: 'doctorId',
  safe: false,
  answer: answer.nothing,
  command: {},
})

/** `export-IDPhoto-template`: the workbook in which doctors are named whose photos are wanted. */
export const photoTemplate = call('authenticationDoctor.photoTemplate', {
  method: 'GET',
  paths: below('export-IDPhoto-template'),
  title: ['证件照导出模板', 'Template for photos'],
  permission: 'authenticationDoctor_export-IDPhoto',
  roles: ['ops'],
  safe: true,
  answer: answer.download,
})

/** `POST export-IDPhoto`: photos of the doctors that are named, in one file. */
export const photos = call('authenticationDoctor.photos', {
  method: 'POST',
  paths: below('export-IDPhoto'),
  title: ['导出证件照', 'Export photos'],
  permission: 'authenticationDoctor_export-IDPhoto',
  roles: ['ops'],
  safe: true,
  extra: 'ignored',
  answer: answer.download,
  body: { ids: longText('医生', 'Doctors', { length: 20000 }) },
})
