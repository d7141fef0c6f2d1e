-- The decisions of a person one by one, without those of batches: a batch is listed as one entry, however many rows it has.
alter table "approval_history" add column batch_id bigint;
comment on column "approval_history".batch_id is 'by hand';
create index approval_history_alone on "approval_history" (tenant_id, operator_id, operate_time desc, id desc)
  where batch_id is null and is_deleted = 0 and coalesce(operator_role, '') <> '系统';
comment on index approval_history_alone is 'by hand';

-- How many rows a batch decided, counted once when it ends; null before that, and of one that did not reach all rows.
alter table "batch" add column done integer;
