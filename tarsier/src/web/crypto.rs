//! Random values and digests of Web Cryptography.

use super::source;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, Sha512};
use vm::native::method;
use vm::object::typed_array;
use vm::runtime::convert;
use vm::{Args, JsResult, JsString, Object, Value, Vm};

/// The most that `getRandomValues` fills.
const MOST: usize = 65_536;

pub fn install(vm: &mut Vm, native: Object) -> JsResult<()> {
    native.define_methods(
        vm,
        &[
            method("fill", 1, fill),
            method("uuid", 0, uuid),
            method("digest", 2, digest),
            method("isBufferSource", 1, source::is_buffer_source),
        ],
    )
}

/// Fills an array of integers with random bytes. Not 0 for what cannot be filled: 1 no view, 2 of no integers, 3 too long, 4 the system gives nothing.
fn fill(_: &mut Vm, args: Args) -> JsResult {
    use abi::object::ArrayType::{Float16, Float32, Float64};
    let target = args.get(0);
    let Some(bytes) = source::bytes(&target).filter(|bytes| !bytes.is_shared()) else { return Ok(Value::int(1)) };
    let Some(array) = typed_array::from_value(args.get(0)) else {
        let is_buffer = vm::object::array_buffer::from_value(args.get(0)).is_some();
        return Ok(Value::int(if is_buffer { 1 } else { 2 }));
    };
    if matches!(array.array_type(), Float16 | Float32 | Float64) {
        return Ok(Value::int(2));
    }
    if bytes.len() > MOST {
        return Ok(Value::int(3));
    }
    let mut random = vec![0; bytes.len()];
    if getrandom::fill(&mut random).is_err() {
        return Ok(Value::int(4));
    }
    bytes.write(&random);
    Ok(Value::int(0))
}

/// A version 4 UUID (RFC 9562); undefined if the system gives no random numbers.
fn uuid(vm: &mut Vm, _args: Args) -> JsResult {
    let mut random = [0; 16];
    if getrandom::fill(&mut random).is_err() {
        return Ok(Value::UNDEFINED);
    }
    Ok(JsString::from_str(vm, &uuid_text(random))?.value())
}

fn uuid_text(random: [u8; 16]) -> String {
    const VERSION: u128 = 0xf << 76;
    const VARIANT: u128 = 3 << 62;
    let number = u128::from_be_bytes(random) & !VERSION & !VARIANT | 4 << 76 | 2 << 62;
    let digits = format!("{number:032x}");
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

/// `digest(name, data)`: an ArrayBuffer; undefined for an algorithm that there is not.
fn digest(vm: &mut Vm, args: Args) -> JsResult {
    let name = convert::to_string(vm, args.get(0))?.to_rust_string_lossy(vm)?;
    let input = args.get(1);
    let Some(bytes) = source::bytes(&input) else { return Ok(Value::UNDEFINED) };
    let bytes = bytes.read();
    let hash = match name.to_ascii_uppercase().as_str() {
        "SHA-1" => hash::<Sha1>(vm, &bytes)?,
        "SHA-256" => hash::<Sha256>(vm, &bytes)?,
        "SHA-384" => hash::<Sha384>(vm, &bytes)?,
        "SHA-512" => hash::<Sha512>(vm, &bytes)?,
        _ => return Ok(Value::UNDEFINED),
    };
    Ok(source::new_buffer(vm, &hash)?.value())
}

fn hash<D: Digest>(vm: &mut Vm, bytes: &[u8]) -> JsResult<Vec<u8>> {
    let mut state = D::new();
    vm.in_pieces(bytes, 1, |_, piece| {
        state.update(piece);
        Ok(())
    })?;
    Ok(state.finalize().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_and_variants_of_uuids() {
        assert_eq!(uuid_text([0; 16]), "00000000-0000-4000-8000-000000000000");
        assert_eq!(uuid_text([0xff; 16]), "ffffffff-ffff-4fff-bfff-ffffffffffff");
    }
}
