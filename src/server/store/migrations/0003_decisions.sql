-- What decisions, batches and events keep. No model says these tables; they are written by hand.

-- One row per written record and decision, for whoever listens. txid lets the dispatcher read only what can no longer be
-- overtaken by a transaction still open (txid < pg_snapshot_xmin(pg_current_snapshot())).
create table "outbox" (
  tenant_id varchar(12) not null,
  id bigint generated always as identity,
  txid xid8 not null default pg_current_xact_id(),
  kind varchar(16) not null default 'changed',
  resource varchar(64) not null,
  record_id bigint not null,
  version integer not null default 0,
  transition varchar(64) not null default '',
  actor_id bigint,
  actor_name varchar(50) not null default '',
  company bigint,
  fiscal_tax bigint,
  payload jsonb not null default '{}',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table "outbox" is 'by hand';
create index outbox_order on "outbox" (tenant_id, txid, id);

-- A key, whose it is, what was asked and what was answered: written in the transaction of the effect.
create table "idempotency" (
  tenant_id varchar(12) not null,
  actor_id bigint not null,
  key varchar(200) not null,
  body_hash char(64) not null,
  answer json,
  create_time timestamptz not null default now(),
  primary key (tenant_id, actor_id, key)
);
comment on table "idempotency" is 'by hand';
create index idempotency_age on "idempotency" (tenant_id, create_time);

-- Every write of every record: who, when, which fields from what to what.
create table "audit_trail" (
  tenant_id varchar(12) not null,
  id bigint generated always as identity,
  resource varchar(64) not null,
  record_id bigint not null,
  version integer not null,
  action varchar(64) not null,
  actor_id bigint,
  actor_name varchar(50) not null default '',
  request_id varchar(64) not null default '',
  diff jsonb not null default '[]',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table "audit_trail" is 'by hand';
create index audit_trail_record on "audit_trail" (tenant_id, resource, record_id, version);

-- "All N matching": the rows and the versions they had when the person said so.
create table "selection" (
  tenant_id varchar(12) not null,
  id bigint not null,
  actor_id bigint not null,
  resource varchar(64) not null,
  conditions jsonb not null default '[]',
  ids bigint[] not null default '{}',
  versions integer[] not null default '{}',
  count integer not null,
  amount numeric(24,2),
  expires timestamptz not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table "selection" is 'by hand';
create index selection_age on "selection" (tenant_id, expires);

-- Row-by-row decisions. A batch whose lease ran out while it says running was left by a process that died.
create table "batch" (
  tenant_id varchar(12) not null,
  id bigint not null,
  actor_id bigint not null,
  actor jsonb not null,
  resource varchar(64) not null,
  transition varchar(64) not null,
  ask jsonb not null default '{}',
  request_id varchar(64) not null default '',
  state varchar(16) not null default 'running',
  total integer not null,
  runner varchar(64) not null default '',
  lease_until timestamptz not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint batch_state check (state in ('running', 'done', 'cancelled', 'interrupted'))
);
comment on table "batch" is 'by hand';
create index batch_owner on "batch" (tenant_id, actor_id, create_time desc);

create table "batch_row" (
  tenant_id varchar(12) not null,
  batch_id bigint not null,
  record_id bigint not null,
  seq integer not null,
  asked_version integer,
  state smallint not null default 0,
  code smallint not null default 0,
  msg_zh varchar(1000) not null default '',
  msg_en varchar(1000) not null default '',
  version integer,
  primary key (tenant_id, batch_id, record_id),
  constraint batch_row_state check (state in (0, 1, 2))
);
comment on table "batch_row" is 'by hand';
create index batch_row_open on "batch_row" (tenant_id, batch_id, state, seq);

-- Long work, run once however many instances there are: whoever holds the lease runs it. Read across tenants, so it stands
-- outside row security and holds no business data.
create table "job" (
  tenant_id varchar(12) not null,
  id bigint not null,
  kind varchar(32) not null,
  payload jsonb not null default '{}',
  state varchar(16) not null default 'queued',
  runner varchar(64) not null default '',
  lease_until timestamptz,
  attempts integer not null default 0,
  error varchar(1000) not null default '',
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint job_state check (state in ('queued', 'running', 'done', 'failed'))
);
comment on table "job" is 'by hand';
create index job_open on "job" (state, lease_until, create_time);

-- Daily six-digit codes: PREFIX + yyyyMMdd + 000001 (day '' for codes without a day).
create table "code_sequence" (
  tenant_id varchar(12) not null,
  prefix varchar(8) not null,
  day varchar(8) not null,
  last integer not null,
  primary key (tenant_id, prefix, day)
);
comment on table "code_sequence" is 'by hand';

select rounds_protect('"outbox"');
select rounds_protect('"idempotency"');
select rounds_protect_ledger('"audit_trail"');
select rounds_protect('"selection"');
select rounds_protect('"batch"');
select rounds_protect('"batch_row"');
select rounds_protect('"code_sequence"');
select rounds_share('"job"');

-- The history of one record, newest last: read by every take-back, conflict and detail page.
create index approval_history_record on "approval_history" (tenant_id, biz_type, biz_id, id);
comment on index approval_history_record is 'by hand';
