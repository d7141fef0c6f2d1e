-- Records of queues that somebody has in hand (model/wire/claim.ts). No decision asks for it: a claim that is lost blocks nobody.
-- Written every minute by whoever works a queue, kept for two: no index besides the key, few rows.
create table "claim" (
  tenant_id varchar(12) not null,
  resource varchar(64) not null,
  record_id bigint not null,
  -- of whom it is seen and taken over: staff of the platform, or the people of one company (core/side.ts)
  side varchar(80) not null,
  user_id bigint not null,
  user_name varchar(50) not null,
  -- when this person took it, and when it ends unless it is renewed
  since timestamptz not null,
  until timestamptz not null,
  -- whose the record is, for those who receive the events
  company bigint,
  fiscal_tax bigint,
  provider bigint,
  employee bigint,
  payload jsonb not null default '{}',
  primary key (tenant_id, resource, record_id, side)
) with (fillfactor = 50);
comment on table "claim" is 'by hand';
select rounds_protect('"claim"');
