import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const bytes = (...parts: (number[] | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))
const text = (name: string) => bytes([0x60 + name.length], Buffer.from(name))
const long = (data: Buffer) => bytes([0x59, data.length >> 8, data.length & 255], data)
const url = (data: Buffer) => data.toString('base64url')

const PRESENT_AND_VERIFIED = 0x05
const WITH_KEY = 0x40

/** A passkey in software that answers challenges as a device does. */
export function makeAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const id = randomBytes(16)
  const rpIdHash = sha256(new URL(origin).hostname)
  const counted = (n: number) => [n >> 24, n >> 16, n >> 8, n].map((byte) => byte & 255)
  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }))
  const credential = (response: object) =>
    JSON.stringify({ id: url(id), rawId: url(id), type: 'public-key', clientExtensionResults: {}, response })
  return {
    registers(challenge: string): string {
      const point = (name: number, value: string) => bytes([name, 0x58, 0x20], Buffer.from(value, 'base64url'))
      const cose = bytes([0xa5, 1, 2, 3, 0x26, 0x20, 1], point(0x21, x), point(0x22, y))
      const flags = [PRESENT_AND_VERIFIED | WITH_KEY]
      const authData = bytes(rpIdHash, flags, counted(0), Buffer.alloc(16), [0, id.length], id, cose)
      const object = bytes([0xa3], text('fmt'), text('none'), text('attStmt'), [0xa0], text('authData'), long(authData))
      return credential({
        clientDataJSON: url(clientData('webauthn.create', challenge)),
        attestationObject: url(object),
        transports: ['internal'],
      })
    },
    signs(challenge: string, counter: number): string {
      const data = clientData('webauthn.get', challenge)
      const authData = bytes(rpIdHash, [PRESENT_AND_VERIFIED], counted(counter))
      const signature = sign('sha256', bytes(authData, sha256(data)), privateKey)
      return credential({ clientDataJSON: url(data), authenticatorData: url(authData), signature: url(signature) })
    },
  }
}
