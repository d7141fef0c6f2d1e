import { doctorLink, doctorLinkLifecycle } from '../../../../model/activities/doctorSide/doctorLink.ts'
import { hooks } from '../../../writing/hooks.ts'
import { type Rules, rules } from '../../../writing/rules.ts'
import { defineServerDomain } from '../../serverDomain.ts'
import { deliveredRules } from '../delivered.ts'
import { handedInHooks, handInRules } from '../handedIn.ts'
import { type Delivering, delivering, kinds } from '../kinds.ts'
import { doctorHandlers } from './calls.ts'
import { correctedByLink, linkCalls, qrCodeCalls } from './linkCalls.ts'
import { doctorLinkRules } from './links.ts'

/** Deliveries of doctors for activities, but for those that are activities themselves. */
const delivered = [...delivering.values()].filter((d) => !kinds.has(d.of.id))

/** Rules of handing in, review and acceptance; the doctor of a refused delivery is sent a link. */
const deliveredByDoctor = (d: Delivering): Rules =>
  correctedByLink(d.of.id, { ...deliveredRules(d), ...handInRules(d) })

/** Deliveries of doctors, and the links by which doctors act outside the console. */
export default defineServerDomain({
  name: 'doctorSide',
  rules: [
    ...delivered.map((d) => ({ resource: d.of.id, rules: deliveredByDoctor(d) })),
    rules(doctorLink, doctorLinkLifecycle, doctorLinkRules),
  ],
  hooks: delivered.filter((d) => d.of.fields.collectData).map((d) => hooks(d.of, handedInHooks(d))),
  calls: [...doctorHandlers, ...linkCalls, ...qrCodeCalls],
})
