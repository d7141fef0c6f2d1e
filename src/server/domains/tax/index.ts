import { entrustedInvoice } from '../../../model/tax/entrustedInvoice.ts'
import { entrustedInvoiceLifecycle } from '../../../model/tax/entrustedInvoiceLifecycle.ts'
import { entrustedInvoiceDetail, entrustedInvoiceDetailLifecycle } from '../../../model/tax/entrustedInvoiceParts.ts'
import {
  entrustedInvoiceDetailPoint,
  entrustedInvoiceDetailPointLifecycle,
  entrustedInvoicePoint,
  entrustedInvoicePointLifecycle,
} from '../../../model/tax/entrustedInvoicePoint.ts'
import {
  summaryInvoiceLifecycle,
  summaryTaxCertLifecycle,
  summaryTaxReturnsLifecycle,
} from '../../../model/tax/lifecycles.ts'
import { summaryInvoice } from '../../../model/tax/summaryInvoice.ts'
import { summaryTaxCert } from '../../../model/tax/summaryTaxCert.ts'
import { summaryTaxReturns } from '../../../model/tax/summaryTaxReturns.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { invoiceFilePointRules, invoiceFileRules } from './checking.ts'
import {
  entrustedInvoicePointRules,
  entrustedInvoiceRules,
  fileHooks,
  invoiceCalls,
  invoiceHooks,
  invoicePointHooks,
} from './entrustedInvoice.ts'
import { idCardCalls, idCardSheets } from './idCards.ts'
import { moneyInvoicing } from './moneyInvoicing.ts'
import { pointsInvoicing } from './pointsInvoicing.ts'
import { invoiceInvariants } from './promises/invoices.ts'
import services from './services.ts'
import { summaryInvoiceShown } from './shown.ts'
import { summaryInvoiceRules } from './summaryInvoice.ts'
import { summaryTaxCertRules, summaryTaxReturnsRules } from './summaryTaxReturns.ts'
import { taxTables } from './tables.ts'

/** Invoices of partners, and tax returns by month. */
export default defineServerDomain({
  name: 'tax',
  tables: taxTables,
  rules: [
    rules(entrustedInvoice, entrustedInvoiceLifecycle, entrustedInvoiceRules),
    rules(entrustedInvoicePoint, entrustedInvoicePointLifecycle, entrustedInvoicePointRules),
    rules(entrustedInvoiceDetail, entrustedInvoiceDetailLifecycle, invoiceFileRules),
    rules(entrustedInvoiceDetailPoint, entrustedInvoiceDetailPointLifecycle, invoiceFilePointRules),
    rules(summaryInvoice, summaryInvoiceLifecycle, summaryInvoiceRules),
    rules(summaryTaxCert, summaryTaxCertLifecycle, summaryTaxCertRules),
    rules(summaryTaxReturns, summaryTaxReturnsLifecycle, summaryTaxReturnsRules),
  ],
  hooks: [
    hooks(entrustedInvoice, invoiceHooks),
    hooks(entrustedInvoiceDetail, fileHooks(moneyInvoicing)),
    hooks(entrustedInvoicePoint, invoicePointHooks),
    hooks(entrustedInvoiceDetailPoint, fileHooks(pointsInvoicing)),
  ],
  calls: [...invoiceCalls, ...summaryInvoiceShown, ...idCardCalls],
  documents: [...idCardSheets],
  promises: [...invoiceInvariants],
  services: { tax: services },
})
