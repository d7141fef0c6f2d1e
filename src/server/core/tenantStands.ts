/** A condition in SQL: the tenant `of` is there, in use and not over; its last day counts. */
export const tenantStands = (of: string): string =>
  `${of}.is_deleted = 0 and ${of}.enable_status = 1 and (${of}.expire_time is null or ${of}.expire_time >= (now() at time zone 'Asia/Shanghai')::date)`
