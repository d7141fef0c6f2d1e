import { transferAccount } from '../../../model/funds/transfers.ts'
import { orderDoctorPayment } from '../../../model/payment/orderDoctorPayment.ts'
import { live, type ViewSql } from '../../database/views/view.ts'

export const paymentViews: ViewSql = {
  /**
   * 医生付款明细: a payment that was made, with the state of the transfer that carried it; points have none. (By its key, and
   * not joined: how many payments there are is known without their transfers.)
   */
  'funds.doctorPaymentDetails': `
    select p.id, p.tenant_id, p.create_time, p.code as payment_code, p.doctor_id, p.doctor_name, p.phone,
      p.id_card_number, p.hospital_name, p.department_name, p.bank_account, p.entrusted_company_id,
      p.entrusted_company_name, p.fiscal_tax_id, p.fiscal_tax_name, p.net_amount, p.iit_amount, p.pay_time, p.yur_ref,
      (select t.transfer_status from ${live(transferAccount)} t where t.tenant_id = p.tenant_id and t.yur_ref = p.yur_ref) as transfer_status
    from ${live(orderDoctorPayment)} p
    where p.payment_status = 4`,
}
