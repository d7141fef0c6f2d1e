-- How many records came to a view of a queue and left it on a day that is over (domains/desk/backlog): counted once from the history,
-- kept as long as the trend goes back. `conditions`: what the view asked for then.
create table "queue_day" (
  tenant_id varchar(12) not null,
  day date not null,
  queue varchar(64) not null,
  view varchar(64) not null,
  conditions varchar(500) not null,
  came integer not null,
  gone integer not null,
  primary key (tenant_id, day, queue, view)
);
comment on table "queue_day" is 'by hand';
select rounds_protect('"queue_day"');

-- Deleted records of the tables that queues list, by when they were deleted: few, and of the others nothing is written.
create index customer_certification_record_deleted on "customer_certification_record" (tenant_id, update_time) where is_deleted = 1;
comment on index customer_certification_record_deleted is 'by hand';
create index entrusted_third_rel_deleted on "entrusted_third_rel" (tenant_id, update_time) where is_deleted = 1;
comment on index entrusted_third_rel_deleted is 'by hand';
create index activity_plan_deleted on "activity_plan" (tenant_id, update_time) where is_deleted = 1;
comment on index activity_plan_deleted is 'by hand';
create index professional_review_report_deleted on "professional_review_report" (tenant_id, update_time) where is_deleted = 1;
comment on index professional_review_report_deleted is 'by hand';
create index case_interpretation_doctor_deleted on "case_interpretation_doctor" (tenant_id, update_time) where is_deleted = 1;
comment on index case_interpretation_doctor_deleted is 'by hand';
create index knowledge_creation_doctor_deleted on "knowledge_creation_doctor" (tenant_id, update_time) where is_deleted = 1;
comment on index knowledge_creation_doctor_deleted is 'by hand';
create index result_order_deleted on "result_order" (tenant_id, update_time) where is_deleted = 1;
comment on index result_order_deleted is 'by hand';
create index result_order_point_deleted on "result_order_point" (tenant_id, update_time) where is_deleted = 1;
comment on index result_order_point_deleted is 'by hand';
create index budget_order_deleted on "budget_order" (tenant_id, update_time) where is_deleted = 1;
comment on index budget_order_deleted is 'by hand';
create index settlement_order_deleted on "settlement_order" (tenant_id, update_time) where is_deleted = 1;
comment on index settlement_order_deleted is 'by hand';
create index settlement_order_point_deleted on "settlement_order_point" (tenant_id, update_time) where is_deleted = 1;
comment on index settlement_order_point_deleted is 'by hand';
create index entrusted_account_prepay_deleted on "entrusted_account_prepay" (tenant_id, update_time) where is_deleted = 1;
comment on index entrusted_account_prepay_deleted is 'by hand';
create index reconciliation_info_deleted on "reconciliation_info" (tenant_id, update_time) where is_deleted = 1;
comment on index reconciliation_info_deleted is 'by hand';
create index integral_issue_deleted on "integral_issue" (tenant_id, update_time) where is_deleted = 1;
comment on index integral_issue_deleted is 'by hand';
create index entrusted_invoice_deleted on "entrusted_invoice" (tenant_id, update_time) where is_deleted = 1;
comment on index entrusted_invoice_deleted is 'by hand';
create index entrusted_invoice_point_deleted on "entrusted_invoice_point" (tenant_id, update_time) where is_deleted = 1;
comment on index entrusted_invoice_point_deleted is 'by hand';
create index summary_invoice_deleted on "summary_invoice" (tenant_id, update_time) where is_deleted = 1;
comment on index summary_invoice_deleted is 'by hand';
create index summary_tax_returns_deleted on "summary_tax_returns" (tenant_id, update_time) where is_deleted = 1;
comment on index summary_tax_returns_deleted is 'by hand';
create index content_management_deleted on "content_management" (tenant_id, update_time) where is_deleted = 1;
comment on index content_management_deleted is 'by hand';
create index feedback_deleted on "feedback" (tenant_id, update_time) where is_deleted = 1;
comment on index feedback_deleted is 'by hand';
