import { all, any, is, not, type When } from '../context.ts'

/** Condition of most commands: the user is signed in and no dialog is open. */
export const inside: When = all(is('signedIn', true), is('layers', 0))

/** A list of rows has the stage, with its cursor. */
export const onRows: When = all(inside, any(is('screen', 'queue'), is('screen', 'table')))

/** A list of rows is seen: nothing stands over it. */
export const onList: When = all(onRows, is('evidence', false))

/** Rows have the stage, or the page of one of them. */
export const onRecords: When = all(inside, any(is('screen', 'queue'), is('screen', 'table'), is('screen', 'detail')))

/** The split pane. */
export const onQueue: When = all(inside, is('screen', 'queue'))

/** There is a current record: under the cursor of its list or queue, or on its own page. */
export const hasRecord = (resource: string): When =>
  all(
    inside,
    is('resource', resource),
    any(all(any(is('screen', 'queue'), is('screen', 'table')), is('hasRow', true)), is('screen', 'detail')),
  )

/** There is a current record of whatever resource. */
export const withRecord: When = all(inside, any(all(onRows, is('hasRow', true)), is('screen', 'detail')))

/** Neither menu nor listbox has the keyboard: what such a widget does with Escape is its own business. */
export const notInWidget: When = not(is('focus', 'widget'))
