/** The parts of Axios that this console uses, as one chunk: sending from a browser. */
export { default as send } from 'axios/unsafe/adapters/xhr.js'
export { default as isCancel } from 'axios/unsafe/cancel/isCancel.js'
