import { defineDomain } from '../language/domain/domain.ts'
import { bidRecord, bidRecordLifecycle, tenderInfoFile } from './bids.ts'
import { contractActivity, contractCalls, contractPage } from './contractActivity.ts'
import {
  getProtocolFile,
  pollProtocols,
  tenderDoctorProjectRel,
  tenderDoctorProtocols,
  tenderDoctorProtocolsLifecycle,
  tenderEntrustedProtocols,
  tenderEntrustedProtocolsLifecycle,
} from './protocols.ts'

export default defineDomain('tender', {
  resources: [
    tenderEntrustedProtocols,
    tenderDoctorProtocols,
    tenderDoctorProjectRel,
    bidRecord,
    tenderInfoFile,
    contractActivity,
  ],
  lifecycles: [tenderEntrustedProtocolsLifecycle, tenderDoctorProtocolsLifecycle, bidRecordLifecycle],
  calls: [getProtocolFile, ...contractCalls],
  every: pollProtocols,
  pages: [contractPage],
})
