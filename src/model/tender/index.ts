import { defineModule } from '../kernel/module.ts'
import { bidRecord, bidRecordLifecycle, tenderInfoFile } from './bids.ts'
import {
  getProtocolFile,
  tenderDoctorProjectRel,
  tenderDoctorProtocols,
  tenderDoctorProtocolsLifecycle,
  tenderEntrustedProtocols,
  tenderEntrustedProtocolsLifecycle,
} from './protocols.ts'

export default defineModule({
  id: 'tender',
  resources: [tenderEntrustedProtocols, tenderDoctorProtocols, tenderDoctorProjectRel, bidRecord, tenderInfoFile],
  lifecycles: [tenderEntrustedProtocolsLifecycle, tenderDoctorProtocolsLifecycle, bidRecordLifecycle],
  calls: [getProtocolFile],
})
