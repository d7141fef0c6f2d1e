import { live } from '../../../src/server/database/views/view.ts'
import { testViews } from '../addedRules.ts'
import { shapeMeeting } from './meetingFamilies.ts'
import { shapeClaim } from './views.ts'

// What the computed lists of `views.ts` select from.

const sql = {
  'shape.claimLines': `
    select c.id, c.tenant_id, c.create_time, c.code as claim_code,
      c.entrusted_company_id, c.entrusted_company_name, c.social_credit_code,
      c.meeting_id, m.code as meeting_code, c.mobile, c.kind, c.amount
    from ${live(shapeClaim)} c
    left join ${live(shapeMeeting)} m on m.tenant_id = c.tenant_id and m.id = c.meeting_id`,
  'shape.claimSums': `
    select m.id, m.tenant_id, m.create_time, m.code as meeting_code, m.entrusted_company_id,
      count(c.id)::integer as claim_count, coalesce(sum(c.amount), 0)::numeric(18,2) as amount
    from ${live(shapeMeeting)} m
    left join ${live(shapeClaim)} c on c.tenant_id = m.tenant_id and c.meeting_id = m.id
    group by m.tenant_id, m.id, m.create_time, m.code, m.entrusted_company_id`,
}
for (const [name, text] of Object.entries(sql)) testViews.set(name, text)
