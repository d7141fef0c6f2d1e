import { pathsOf } from '../language/address.ts'
import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { longText, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { authenticationDoctor } from './authenticationDoctor.ts'
import { esignTransitions } from './esignTransitions.ts'

/** 3.8: electronic signature of a doctor. Certification is decided at the record that is filed of it (certification.ts). */
export const authenticationDoctorLifecycle = lifecycle(authenticationDoctor, esignTransitions('authenticationDoctor'))

const below = (path: string): string[] => pathsOf(authenticationDoctor.calls, [path])

/** `certify?id`: a doctor with all that is certified is handed in: a record is filed of it, a new one each time. */
export const certifyDoctor = call('authenticationDoctor.certify', {
  method: 'POST',
  paths: below('certify'),
  title: ['提交认证', 'Hand in for certification'],
  permission: 'authenticationDoctor_certify',
  roles: ['ops'],
  on: authenticationDoctor,
  from: { certStatus: ['none', 'rejected'] },
  safe: false,
  answer: answer.nothing,
  command: {},
})

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
  archiveOf: 'authenticationDoctor',
  answer: answer.download,
})

/** `POST export-IDPhoto`: photos of doctors in one archive: those of `ids`, or whom the filled-in template names. */
export const photos = call('authenticationDoctor.photos', {
  method: 'POST',
  paths: below('export-IDPhoto'),
  title: ['导出证件照', 'Export photos'],
  permission: 'authenticationDoctor_export-IDPhoto',
  roles: ['ops'],
  safe: true,
  extra: 'ignored',
  archiveOf: 'authenticationDoctor',
  answer: answer.download,
  body: {
    ids: longText('医生', 'Doctors', { length: 20000 }),
    // the attachment of the template
    fileUrl: text('名单', 'List of doctors', { length: 19 }),
  },
})
