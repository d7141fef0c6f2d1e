-- What somebody set out to decide on together, by whichever call: totals that have to be typed and one-time codes are asked of
-- what one person moves within some minutes, not of one request (decisions/largeBatch.ts).
create table "moved_total" (
  tenant_id varchar(12) not null,
  id bigint not null,
  user_id bigint not null,
  asked_time timestamptz not null default clock_timestamp(),
  amount numeric(24,2) not null,
  typed boolean not null,
  coded boolean not null,
  -- false of what is above a limit without its proof: it is kept by nobody
  proved boolean not null default true constraint moved_total_proved check (proved),
  primary key (tenant_id, id)
);
comment on table "moved_total" is 'by hand';
create index moved_total_user on "moved_total" (tenant_id, user_id, asked_time);
select rounds_protect('"moved_total"');
