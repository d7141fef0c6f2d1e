-- What every later migration stands on. Runs after the role rounds_app exists (roles belong to the cluster, not to a
-- migration: store/role.ts).

-- Any piece of a code through an index (schema/indexes.ts). Trusted: the owner of the database may create it.
create extension if not exists pg_trgm with schema public;

-- Row security of one tenant table: forced on its owner too, one wall by tenant, rights for the application's role.
-- Call it in every migration that creates a table with tenant_id:  select rounds_protect('my_table');
-- The second policy lets the owner (migrations, seeds, maintenance) pass where the owner is no superuser.
create or replace function rounds_protect(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('drop policy if exists rounds_tenant on %s', target);
  execute format('drop policy if exists rounds_owner on %s', target);
  execute format('create policy rounds_tenant on %s using (tenant_id = current_setting(''rounds.tenant'', true)) with check (tenant_id = current_setting(''rounds.tenant'', true))', target);
  execute format('create policy rounds_owner on %s to current_user using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to rounds_app', target);
end $$;

-- A tenant table whose rows are only ever added (ledgers, histories): as above, without the right to change or remove.
create or replace function rounds_protect_ledger(target regclass) returns void language plpgsql as $$
begin
  perform rounds_protect(target);
  execute format('revoke update, delete, truncate on %s from rounds_app', target);
end $$;

-- A table that belongs to no tenant (clients, jobs): rights only. One that names tenants all the same is marked, so that the
-- test that asks every table with a tenant for row security knows it is meant.
create or replace function rounds_share(target regclass) returns void language plpgsql as $$
begin
  if exists (select 1 from pg_attribute where attrelid = target and attname = 'tenant_id') then
    execute format('comment on table %s is ''by hand: shared by all tenants''', target);
  end if;
  execute format('grant select, insert, update, delete on %s to rounds_app', target);
end $$;

-- How texts are compared that people cannot tell apart: `folded` of model/kernel/folding.ts, character for character.
-- Most texts have nothing to fold but brackets, and looking for that costs a tenth. Codes keep their letter case (`unified`).
create or replace function rounds_folded(content text, small boolean default true) returns text language plpgsql immutable strict parallel safe as $$
declare
  s text := translate(content, '（） ', '()');
begin
  if s ~ '^[\x21-\x7e·一-鿿]*$' then return case when small then lower(s collate "C") else s end; end if;
  s := regexp_replace(translate(normalize(content, NFKC),
    e'•‧∙⋅・●᛫⸱ꞏ‐‒–−⺁⺇⺌⺎⺏⺒⺓⺛⺝⺟⺠⺩⺬⺰⺱⺳⺶⺷⺹⺺⺼⺽⺾⺿⻁⻂⻃⻄⻅⻆⻇⻈⻉⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻫⻬⻭⻮⻯⻰⻱⻲⺅⺉⺋⺕⺖⺘⺙⺡⺣⺥⺧⺨⺫⺭⺮⺯⺊⺜⺞⺤⺈⺍⺗⺢⺵⺲⺸⺻⻀⻊⻞⻪\u0085\u1680\u180e\u2028\u2029\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff',
    '·········----厂几小尢尣巳幺旡月母民王示纟罒罓羊羊耂肀月臼艹艹虎衤覀西见角角讠贝车辶辶辶阝钅長镸长门阝阝雨青韦页风飞食飠饣首马骨鬼鱼鸟卤麦黄斉齐歯齿竜龙龜亀亻刂㔾彐忄扌攵氵灬爫牛犭罒礻竹糹卜日歺爫刀小心氺网罒羊聿艹足食黾'), e'[ \\t\\n\\v\\f\\r]', '', 'g');
  return case when small then lower(s collate "C") else s end;
end $$;

-- All runs of one, two and three characters of a folded text, each behind its tenant: what a GIN
-- index needs to find "contains" for Chinese words of two characters (pg_trgm finds none below three) without walking
-- through the rows of other tenants. sql/text.ts cuts what is searched for in the same way.
-- (plpgsql: an SQL function would be inlined, and what it is made of is not leakproof; and this is four times as fast. The
-- search path is its own: indexes are built and restored with none.)
create or replace function rounds_grams(tenant text, content text) returns text[] language plpgsql immutable strict parallel safe set search_path from current as $$
declare
  s text := rounds_folded(content);
  sep text := e'\x01' || tenant || ':';
  one text := '\1' || sep;
begin
  return array_remove(string_to_array(substr(sep, 2)
    || regexp_replace(s, '(.)', one, 'g')
    || regexp_replace(s, '(..)', one, 'g') || sep
    || regexp_replace(substr(s, 2), '(..)', one, 'g') || sep
    || regexp_replace(s, '(...)', one, 'g') || sep
    || regexp_replace(substr(s, 2), '(...)', one, 'g') || sep
    || regexp_replace(substr(s, 3), '(...)', one, 'g'), e'\x01'), tenant || ':');
end $$;

-- Numbers of the processes, so that ids made by two of them never meet (snowflake.ts).
create sequence if not exists rounds_worker minvalue 0 maxvalue 1023 cycle;
