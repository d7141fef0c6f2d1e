-- What takes an account away ends its sessions for good, by whichever statement it happens: a session that is only hidden
-- while an account is disabled would be back, with whoever stole it, when the account is.
create function rounds_end_sessions() returns trigger language plpgsql as $$ begin
  update "session" set ended_time = now(), ended_why = tg_argv[0]
    where tenant_id = new.tenant_id and user_id = new.id and ended_time is null;
  return null;
end $$;
comment on function rounds_end_sessions() is 'by hand';
create trigger end_sessions after update on "user" for each row
  when ((old.status = 1 and new.status <> 1) or (old.is_deleted = 0 and new.is_deleted = 1))
  execute function rounds_end_sessions('account disabled');
comment on trigger end_sessions on "user" is 'by hand';
-- The same where the company that somebody works for is disabled (3.7).
create function rounds_end_company_sessions() returns trigger language plpgsql as $$ begin
  update "session" s set ended_time = now(), ended_why = tg_argv[0] from "user" u
    where u.tenant_id = new.tenant_id and u.entrusted_id = new.id
      and s.tenant_id = u.tenant_id and s.user_id = u.id and s.ended_time is null;
  return null;
end $$;
comment on function rounds_end_company_sessions() is 'by hand';
create trigger end_sessions after update on "entrusted_company" for each row
  when (old.enable_status = 1 and new.enable_status <> 1)
  execute function rounds_end_company_sessions('company disabled');
comment on trigger end_sessions on "entrusted_company" is 'by hand';
