import { md5 as digest } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * MD5 (RFC 1321) of a text in UTF-8, as lower-case hex. Not a protection: it is the spelling in which stock clients
 * send a password; the server puts its own key derivation over what it receives.
 */
export const md5 = (text: string): string => bytesToHex(digest(utf8ToBytes(text)))
