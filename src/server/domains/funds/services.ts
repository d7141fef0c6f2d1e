import { sendTransfers } from './bank/sending.ts'
import { accountOf, availableProblem, freeze, moneyOf, outProblem, post } from './ledger/ledger.ts'
import { grantLocks, grantPoints, issuePoints, openAccounts, pointsOf, pointsProblem } from './ledger/pointsLedger.ts'
import { serialKept } from './ledger/serials.ts'
import { companyUnit, moveUnit, platformUnit, unitIds, unitShort } from './ledger/units.ts'
import { payerMatched } from './payers.ts'

/** Accounts, units and transfers as people, settlement and payment use them: each balance is changed by one function. */
const fundsServices = {
  accountOf,
  availableProblem,
  companyUnit,
  freeze,
  grantLocks,
  grantPoints,
  issuePoints,
  moneyOf,
  moveUnit,
  openAccounts,
  outProblem,
  payerMatched,
  platformUnit,
  pointsOf,
  pointsProblem,
  post,
  sendTransfers,
  serialKept,
  unitIds,
  unitShort,
}

export default fundsServices

declare module '../../core/domains.ts' {
  interface DomainServices {
    readonly funds: typeof fundsServices
  }
}
