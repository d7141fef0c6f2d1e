-- The way by which whoever wrote came in, where it was not the console: a doctor by their link, or by a partner's system.
alter table "audit_trail" add column source varchar(10);

-- What a doctor has typed of a report and not handed in (domain §13). Kept for thirty days; history knows nothing of it.
create table "doctor_draft" (
  tenant_id varchar(12) not null,
  doctor_id bigint not null,
  resource varchar(64) not null,
  record_id bigint not null,
  content jsonb not null,
  saved_time timestamptz not null default now(),
  primary key (tenant_id, doctor_id, resource, record_id)
);
comment on table "doctor_draft" is 'by hand';
create index doctor_draft_age on "doctor_draft" (saved_time);
select rounds_protect('"doctor_draft"');

-- The code that was sent last for a link, as its signature: good for minutes and for one use.
create table "doctor_code" (
  tenant_id varchar(12) not null,
  link_id bigint not null,
  signature varchar(64) not null,
  sent_time timestamptz not null default now(),
  sent_count integer not null default 1,
  primary key (tenant_id, link_id)
);
comment on table "doctor_code" is 'by hand';
create index doctor_code_age on "doctor_code" (sent_time);
select rounds_protect('"doctor_code"');
