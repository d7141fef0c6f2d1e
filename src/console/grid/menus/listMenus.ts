export { openColumnMenu, openHeadMenu } from './columnMenu.ts'
export { openRowMenu } from './rowMenu.ts'
