-- What decisions, batches and events keep. No model says these tables; they are written by hand.

-- One row per written record and decision, for whoever listens. A writer leaves `place` empty: readers go by the place
-- that rounds_place_events gives a row once it is committed, so that no row ever appears behind one already read.
create table "outbox" (
  tenant_id varchar(12) not null,
  id bigint generated always as identity,
  txid xid8 not null default pg_current_xact_id(),
  place bigint,
  seen pg_snapshot,
  kind varchar(16) not null default 'changed',
  resource varchar(64) not null,
  record_id bigint not null,
  version integer not null default 0,
  transition varchar(64) not null default '',
  actor_id bigint,
  actor_name varchar(50) not null default '',
  company bigint,
  fiscal_tax bigint,
  provider bigint,
  payload jsonb not null default '{}',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table "outbox" is 'by hand';
create index outbox_written on "outbox" (tenant_id, txid);
create unique index outbox_order on "outbox" (tenant_id, place) where place is not null;

-- Gives the committed rows of a tenant that have none yet the next places, in the order they were written, at most `most`
-- of them. Answers the last place given so far with its row (0, 0 before the first), and whether more rows wait. One
-- placer of a tenant at a time; writers of events neither wait for it nor make it wait.
-- Which rows are new is known from the snapshot of the last placing (`seen` of the last placed row): those of transactions
-- that were open then or began since. That search stays short however long any transaction stays open, where a search
-- for empty places would walk over every row version that such a transaction keeps from being cleaned away.
create function rounds_place_events(tenant varchar, most integer) returns table (last_place bigint, last_id bigint, more boolean)
language plpgsql as $$
declare
  last_row "outbox";
  since xid8 := '0';
  open_then xid8[] := '{}';
  placed integer;
begin
  perform pg_advisory_xact_lock(727002, hashtext(tenant));
  select * into last_row from "outbox" o where o.tenant_id = tenant and o.place is not null order by o.place desc limit 1;
  -- a snapshot of the future is another cluster's, from before a restore: every row is looked at once
  if last_row.seen is not null and pg_snapshot_xmax(last_row.seen) <= pg_snapshot_xmax(pg_current_snapshot()) then
    since := pg_snapshot_xmax(last_row.seen);
    open_then := array(select pg_snapshot_xip(last_row.seen));
  end if;
  with waiting as (
    select o.id from "outbox" o where o.tenant_id = tenant and o.txid >= since and o.place is null
    union all
    select o.id from "outbox" o where o.tenant_id = tenant and o.txid = any(open_then) and o.place is null
  ), taken as (select w.id from waiting w order by w.id limit most),
  numbered as (select t.id, row_number() over (order by t.id) as n, count(*) over () as total from taken t)
  update "outbox" o set
    place = coalesce(last_row.place, 0) + f.n,
    seen = case when f.n < f.total then null when f.total < most then pg_current_snapshot() else last_row.seen end
  from numbered f where o.tenant_id = tenant and o.id = f.id;
  get diagnostics placed = row_count;
  if placed = 0 then
    return query select coalesce(last_row.place, 0::bigint), coalesce(last_row.id, 0::bigint), false;
  else
    return query select o.place, o.id, placed = most from "outbox" o
      where o.tenant_id = tenant and o.place = coalesce(last_row.place, 0) + placed;
  end if;
end $$;

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
-- Not by tenant: a plan that is made while the table is empty would take it for as good as the key.
create index idempotency_age on "idempotency" (create_time);

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

-- The whole values of a change request, old and new, by field: personal data in full, answered to whom may see it only.
create table "change_request_values" (
  tenant_id varchar(12) not null,
  id bigint not null,
  old_values jsonb not null,
  new_values jsonb not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table "change_request_values" is 'by hand';

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
select rounds_protect_ledger('"change_request_values"');
select rounds_protect('"selection"');
select rounds_protect('"batch"');
select rounds_protect('"batch_row"');
select rounds_protect('"code_sequence"');

-- The history of one record, newest last: read by every take-back, conflict and detail page.
create index approval_history_record on "approval_history" (tenant_id, biz_type, biz_id, id);
comment on index approval_history_record is 'by hand';
