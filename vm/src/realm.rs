//! Realms: the intrinsics and the global environment.

use crate::object::Object;
use crate::object::shape::Shape;
use crate::tiering::deopt::Reason;
use crate::vm::{Vm, new_header};
use crate::{JsResult, Value};
use abi::cell::{CellHeader, CellKind};
use abi::object::ArrayType;
use gc::{Gc, HeapCell, Visitor};

macro_rules! intrinsics {
    ($($name:ident),* $(,)?) => {
        /// A realm (ECMA-262 sec. 9.3). Every intrinsic is there from the start; before its family's `init` ran it is the
        /// object prototype.
        #[repr(C)]
        pub struct Realm {
            pub header: CellHeader,
            $(pub $name: Object,)*
            /// The global object, which is also the object environment's binding object.
            pub global: Object,
            /// The value of the global `this`.
            pub global_this: Object,
            /// let, const and class of scripts: a dictionary object without prototype; empty slots are in their dead zone,
            /// constants are read-only properties.
            pub lexical: Object,
            /// Names declared by `var` and functions of scripts.
            pub array_shape: Gc<Shape>,
            pub object_shape: Gc<Shape>,
            pub native_function_shape: Gc<Shape>,
            pub function_shape: Gc<Shape>,
            /// The shape of bound functions whose prototype is %Function.prototype%.
            pub bound_function_shape: Option<Gc<Shape>>,
            pub iterator_result_shape: Option<Gc<Shape>>,
            /// The shapes of new buffers, and of new typed arrays by element type.
            pub array_buffer_shape: Option<Gc<Shape>>,
            pub typed_array_shapes: [Option<Gc<Shape>>; ArrayType::COUNT],
            /// The shapes of new unmapped and mapped arguments objects, and the accessor that the former have as `callee`.
            pub arguments_shapes: [Option<Gc<Shape>>; 2],
            pub arguments_thrower: Value,
            /// Accessors of sloppy functions' own `arguments` and `caller`.
            pub legacy_accessors: [Value; 2],
            pub id: u32,
            /// Whatever an embedding wants to keep with the realm.
            pub host_defined: Value,
        }

        impl Realm {
            fn blank(object: Object, shape: Gc<Shape>, id: u32) -> Realm {
                Realm {
                    header: new_header(CellKind::Realm, 0),
                    $($name: object,)*
                    global: object,
                    global_this: object,
                    lexical: object,
                    array_shape: shape,
                    object_shape: shape,
                    native_function_shape: shape,
                    function_shape: shape,
                    bound_function_shape: None,
                    iterator_result_shape: None,
                    array_buffer_shape: None,
                    typed_array_shapes: [None; ArrayType::COUNT],
                    arguments_shapes: [None; 2],
                    arguments_thrower: Value::UNDEFINED,
                    legacy_accessors: [Value::UNDEFINED; 2],
                    id,
                    host_defined: Value::UNDEFINED,
                }
            }

            /// # Safety
            /// To be called by the collector only, on a live Realm cell.
            pub unsafe fn trace(cell: *mut CellHeader, visitor: &mut Visitor) {
                // SAFETY: the collector registers this function for cells of kind Realm.
                let realm = unsafe { &*cell.cast::<Realm>() };
                $(visitor.visit_value(realm.$name.value());)*
                visitor.visit_value(realm.global.value());
                visitor.visit_value(realm.global_this.value());
                visitor.visit_value(realm.lexical.value());
                for shape in [realm.array_shape, realm.object_shape, realm.native_function_shape, realm.function_shape] {
                    visitor.visit_cell(shape.header());
                }
                visitor.visit_value(realm.arguments_thrower);
                realm.legacy_accessors.iter().for_each(|pair| visitor.visit_value(*pair));
                let made = [&realm.bound_function_shape, &realm.iterator_result_shape, &realm.array_buffer_shape];
                for shape in realm.arguments_shapes.iter().chain(&realm.typed_array_shapes).chain(made).flatten() {
                    visitor.visit_cell(shape.header());
                }
                visitor.visit_value(realm.host_defined);
            }
        }
    };
}

// SAFETY: the header comes first and the layout is C's.
unsafe impl HeapCell for Realm {
    const KIND: CellKind = CellKind::Realm;
}

intrinsics! {
    object_prototype,
    function_prototype,
    object_constructor,
    function_constructor,
    throw_type_error,
    array_constructor,
    array_prototype,
    array_values,
    array_iterator_prototype,
    array_iterator_next,
    iterator_constructor,
    iterator_prototype,
    iterator_itself,
    async_iterator_prototype,
    iterator_helper_prototype,
    wrap_for_valid_iterator_prototype,
    async_from_sync_iterator_prototype,
    string_constructor,
    string_prototype,
    string_iterator_prototype,
    string_iterator_next,
    number_constructor,
    number_prototype,
    boolean_constructor,
    boolean_prototype,
    symbol_constructor,
    symbol_prototype,
    bigint_constructor,
    bigint_prototype,
    error_constructor,
    error_prototype,
    type_error_constructor,
    type_error_prototype,
    range_error_constructor,
    range_error_prototype,
    reference_error_constructor,
    reference_error_prototype,
    syntax_error_constructor,
    syntax_error_prototype,
    eval_error_constructor,
    eval_error_prototype,
    uri_error_constructor,
    uri_error_prototype,
    aggregate_error_constructor,
    aggregate_error_prototype,
    suppressed_error_constructor,
    suppressed_error_prototype,
    call_site_prototype,
    map_constructor,
    map_prototype,
    map_iterator_prototype,
    map_iterator_next,
    set_constructor,
    set_prototype,
    set_iterator_prototype,
    set_iterator_next,
    weak_map_constructor,
    weak_map_prototype,
    weak_set_constructor,
    weak_set_prototype,
    weak_ref_constructor,
    weak_ref_prototype,
    finalization_registry_constructor,
    finalization_registry_prototype,
    promise_constructor,
    promise_prototype,
    promise_then,
    promise_resolve,
    promise_species,
    proxy_constructor,
    proxy_get,
    proxy_set,
    reflect,
    math,
    json,
    atomics,
    console,
    regexp_constructor,
    regexp_prototype,
    regexp_string_iterator_prototype,
    regexp_exec,
    date_constructor,
    date_prototype,
    array_buffer_constructor,
    array_buffer_prototype,
    shared_array_buffer_constructor,
    shared_array_buffer_prototype,
    data_view_constructor,
    data_view_prototype,
    typed_array_constructor,
    typed_array_prototype,
    int8_array_constructor,
    int8_array_prototype,
    uint8_array_constructor,
    uint8_array_prototype,
    uint8_clamped_array_constructor,
    uint8_clamped_array_prototype,
    int16_array_constructor,
    int16_array_prototype,
    uint16_array_constructor,
    uint16_array_prototype,
    int32_array_constructor,
    int32_array_prototype,
    uint32_array_constructor,
    uint32_array_prototype,
    float16_array_constructor,
    float16_array_prototype,
    float32_array_constructor,
    float32_array_prototype,
    float64_array_constructor,
    float64_array_prototype,
    big_int64_array_constructor,
    big_int64_array_prototype,
    big_uint64_array_constructor,
    big_uint64_array_prototype,
    generator_function_constructor,
    generator_function_prototype,
    generator_prototype,
    generator_next,
    async_generator_function_constructor,
    async_generator_function_prototype,
    async_generator_prototype,
    async_function_constructor,
    async_function_prototype,
    disposable_stack_prototype,
    async_disposable_stack_prototype,
    abstract_module_source_constructor,
    abstract_module_source_prototype,
    temporal,
    temporal_duration_prototype,
    temporal_instant_prototype,
    temporal_plain_date_prototype,
    temporal_plain_date_time_prototype,
    temporal_plain_month_day_prototype,
    temporal_plain_time_prototype,
    temporal_plain_year_month_prototype,
    temporal_zoned_date_time_prototype,
    shadow_realm_prototype,
    eval,
}

impl Vm {
    /// The running execution context's realm.
    #[inline(always)]
    pub fn realm(&self) -> Gc<Realm> {
        // SAFETY: from the first realm on, which `Vm::new` makes, the context holds a live Realm cell.
        unsafe { Gc::from_ptr(self.context.realm.get().cast()) }
    }

    /// Makes a realm the running execution context's.
    #[inline(always)]
    pub fn set_realm(&self, realm: Gc<Realm>) {
        self.context.realm.set(realm.as_ptr().cast());
        self.context.function_shape.set(self.shape_index(realm.function_shape));
    }

    /// For `init` functions of built-ins. Realms are roots, so that no barrier is needed.
    pub fn realm_mut(&mut self) -> &mut Realm {
        // SAFETY: the realm is alive (it is a root); the borrow of the VM keeps other uses away, and handles
        // read single fields only.
        unsafe { &mut *self.context.realm.get().cast::<Realm>() }
    }

    pub(crate) fn realm_cell(&self) -> *mut CellHeader {
        self.context.realm.get()
    }

    /// The byte that is 1 until there is a second realm, if it still is.
    pub fn one_realm(&self) -> Option<*const u8> {
        (self.one_realm.get() == 1).then(|| self.one_realm.as_ptr().cast_const())
    }

    /// InitializeHostDefinedRealm: a new realm with all built-ins. The current realm is unchanged.
    pub fn create_realm(&mut self) -> JsResult<Gc<Realm>> {
        let before = self.realms.last().map(|_| self.realm());
        let shape = self.root_shape(None, CellKind::Object, 0)?;
        let object_prototype = self.alloc_object_of_shape(shape)?;
        object_prototype.header().set_flag(abi::cell::FLAG_PROTOTYPE);
        let id = self.realms.len() as u32;
        if id == 1 {
            self.one_realm.set(0);
            self.fired(self.one_realm.as_ptr(), Reason::ConstantChanged);
        }
        let realm = self.alloc(Realm::blank(object_prototype, shape, id))?;
        self.realms.push(realm);
        self.set_realm(realm);
        let result = self.fill_realm(object_prototype);
        // Again for the first one, too: it has its shapes now.
        self.set_realm(before.unwrap_or(realm));
        result.map(|()| realm)
    }

    fn fill_realm(&mut self, object_prototype: Object) -> JsResult<()> {
        let object_shape = self.root_shape(Some(object_prototype), CellKind::Object, 4)?;
        self.realm_mut().object_shape = object_shape;
        // %Function.prototype% is itself a function.
        let shape = self.root_shape(Some(object_prototype), CellKind::NativeFunction, 0)?;
        self.realm_mut().native_function_shape = shape;
        let empty = self.names.empty;
        let function_prototype = self.new_native(empty, 0, |_, _| Ok(Value::UNDEFINED))?;
        self.realm_mut().function_prototype = function_prototype;
        self.note_prototype(function_prototype);
        let shape = self.root_shape(Some(function_prototype), CellKind::NativeFunction, 0)?;
        self.realm_mut().native_function_shape = shape;
        let shape = self.root_shape(Some(function_prototype), CellKind::Function, 0)?;
        self.realm_mut().function_shape = shape;
        let shape = self.root_shape(Some(object_prototype), CellKind::Array, 0)?;
        let array_prototype = self.alloc_array(shape)?;
        self.note_array_prototype(array_prototype);
        self.realm_mut().array_prototype = array_prototype;
        let shape = self.root_shape(Some(array_prototype), CellKind::Array, 0)?;
        self.realm_mut().array_shape = shape;
        let shape = self.root_shape(Some(object_prototype), CellKind::Global, 0)?;
        let global = self.alloc_object_of_shape(shape)?;
        global.to_dictionary(self)?.mark_globals();
        let shape = self.root_shape(None, CellKind::Object, 0)?;
        let lexical = self.alloc_object_of_shape(shape)?;
        lexical.to_dictionary(self)?.mark_globals();
        let realm = self.realm_mut();
        realm.global = global;
        realm.global_this = global;
        realm.lexical = lexical;
        crate::builtins::init(self)
    }
}
