import { bidRecord, bidRecordLifecycle } from '../../../model/tender/bids.ts'
import {
  tenderDoctorProtocols,
  tenderDoctorProtocolsLifecycle,
  tenderEntrustedProtocols,
  tenderEntrustedProtocolsLifecycle,
} from '../../../model/tender/protocols.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { agreementPapers } from './agreementPaper.ts'
import { agreementCalls, companyProtocolRules, doctorProtocolRules } from './agreements.ts'
import { bidEntered, bidRules } from './bids.ts'
import { invitationHandlers, invitationHooks, invitationRules } from './invitations.ts'
import { tenderViews } from './views.ts'

/** Bids, agreements and invitations. */
export default defineServerDomain({
  name: 'tender',
  views: tenderViews,
  rules: [
    ...[...invitationRules].map(([resource, own]) => ({ resource, rules: own })),
    rules(bidRecord, bidRecordLifecycle, bidRules),
    rules(tenderEntrustedProtocols, tenderEntrustedProtocolsLifecycle, companyProtocolRules),
    rules(tenderDoctorProtocols, tenderDoctorProtocolsLifecycle, doctorProtocolRules),
  ],
  hooks: [
    ...[...invitationHooks].map(([resource, own]) => ({ resource, hooks: own })),
    hooks(bidRecord, { prepare: bidEntered }),
  ],
  calls: [...agreementCalls, ...invitationHandlers],
  documents: [...agreementPapers],
})
