-- INV-8: one receipt of the bank is one prepayment or one voucher. Each family has its serial numbers once by an index; that
-- the other one does not have it either is asked here, one at a time of a number, so that two at once do not both find none.
-- The same is said in words by rules (modules/funds/serials.ts). A number is kept without white space, in upper case and
-- normal width, whoever writes it: however it is typed, it is the same receipt.
create function rounds_serial(typed text) returns text language sql immutable as $$
  select upper(regexp_replace(normalize(typed, NFKC), '\s', '', 'g'))
$$;
create function rounds_bank_serial_kept() returns trigger language plpgsql as $$
begin
  new.bank_serial_no := rounds_serial(new.bank_serial_no);
  return new;
end $$;
create trigger bank_serial_kept before insert or update of bank_serial_no on "entrusted_account_prepay" for each row
  when (new.bank_serial_no is not null) execute function rounds_bank_serial_kept();
create trigger bank_serial_kept before insert or update of bank_serial_no on "service_payment_order_detail" for each row
  execute function rounds_bank_serial_kept();
comment on trigger bank_serial_kept on "entrusted_account_prepay" is 'by hand';
comment on trigger bank_serial_kept on "service_payment_order_detail" is 'by hand';
create function rounds_bank_serial() returns trigger language plpgsql as $$
declare
  other text := case tg_table_name when 'entrusted_account_prepay' then 'service_payment_order_detail' else 'entrusted_account_prepay' end;
  used boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(new.tenant_id || ':' || new.bank_serial_no, 7265008));
  execute format('select exists (select 1 from %I where tenant_id = $1 and bank_serial_no = $2 and is_deleted = 0)', other)
    into used using new.tenant_id, new.bank_serial_no;
  if used then
    raise exception using errcode = '23505', constraint = 'bank_serial_no', message = 'this bank serial number is used already';
  end if;
  return null;
end $$;
create trigger once_bank_serial_new after insert on "entrusted_account_prepay" for each row
  when (new.bank_serial_no is not null and new.bank_serial_no <> '' and new.is_deleted = 0) execute function rounds_bank_serial();
create trigger once_bank_serial_changed after update of bank_serial_no, is_deleted on "entrusted_account_prepay" for each row
  when (new.bank_serial_no is not null and new.bank_serial_no <> '' and new.is_deleted = 0) execute function rounds_bank_serial();
create trigger once_bank_serial_new after insert on "service_payment_order_detail" for each row
  when (new.bank_serial_no <> '' and new.is_deleted = 0) execute function rounds_bank_serial();
comment on trigger once_bank_serial_new on "entrusted_account_prepay" is 'by hand';
comment on trigger once_bank_serial_changed on "entrusted_account_prepay" is 'by hand';
comment on trigger once_bank_serial_new on "service_payment_order_detail" is 'by hand';
