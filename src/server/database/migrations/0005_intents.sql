-- What is sent to partners, whole: it may hold personal data, which no list and no history of the request shows.
create table "intent_payload" (
  tenant_id varchar(12) not null,
  id bigint not null,
  payload jsonb not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table "intent_payload" is 'by hand';
select rounds_protect_ledger('"intent_payload"');

-- Requests that are not at their end: looked for every minute over all tenants.
create index intent_open on "intent" (tenant_id, id) where intent_status in (0, 1, 2);
comment on index intent_open is 'by hand';
