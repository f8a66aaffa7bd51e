"""The names that a star import takes from modules that are never read: their `__all__`, or their public names.

Tables only: the standard library of Python 3.10 to 3.14 (a name that an older version lacks is used by no program of it) and
pydantic 2.11 to 2.14.
"""

STARRED: dict[str, frozenset[str]] = {
    module: frozenset(names.split())
    for module, names in {
        "abc": """
            ABC ABCMeta abstractclassmethod abstractmethod abstractproperty abstractstaticmethod get_cache_token
            update_abstractmethods
        """,
        "annotated_types": """
            BaseMetadata DocInfo Ge GroupedMetadata Gt Interval IsDigits IsFinite IsInfinite IsNan IsNotFinite
            IsNotInfinite IsNotNan Le Len LowerCase Lt MaxLen MinLen MultipleOf Predicate Timezone UpperCase
            __version__ doc
        """,
        "collections": "ChainMap Counter OrderedDict UserDict UserList UserString defaultdict deque namedtuple",
        "collections.abc": """
            AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString Callable Collection Container Coroutine
            Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence
            MutableSet Reversible Sequence Set Sized ValuesView
        """,
        "dataclasses": """
            Field FrozenInstanceError InitVar KW_ONLY MISSING asdict astuple dataclass field fields is_dataclass
            make_dataclass replace
        """,
        "datetime": "MAXYEAR MINYEAR UTC date datetime time timedelta timezone tzinfo",
        "decimal": """
            BasicContext Clamped Context ConversionSyntax Decimal DecimalException DecimalTuple DefaultContext
            DivisionByZero DivisionImpossible DivisionUndefined ExtendedContext FloatOperation HAVE_CONTEXTVAR
            HAVE_THREADS Inexact InvalidContext InvalidOperation MAX_EMAX MAX_PREC MIN_EMIN MIN_ETINY Overflow
            ROUND_05UP ROUND_CEILING ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP
            Rounded Subnormal Underflow getcontext localcontext setcontext
        """,
        "enum": """
            CONFORM CONTINUOUS EJECT Enum EnumCheck EnumMeta EnumType Flag FlagBoundary IntEnum IntFlag KEEP
            NAMED_FLAGS ReprEnum STRICT StrEnum UNIQUE auto global_enum global_enum_repr global_flag_repr global_str
            member nonmember pickle_by_enum_name pickle_by_global_name property unique verify
        """,
        "fractions": "Fraction",
        "functools": """
            WRAPPER_ASSIGNMENTS WRAPPER_UPDATES cache cached_property cmp_to_key lru_cache partial partialmethod
            reduce singledispatch singledispatchmethod total_ordering update_wrapper wraps
        """,
        "ipaddress": """
            AddressValueError IPV4LENGTH IPV6LENGTH IPv4Address IPv4Interface IPv4Network IPv6Address IPv6Interface
            IPv6Network NetmaskValueError collapse_addresses get_mixed_type_key ip_address ip_interface ip_network
            summarize_address_range v4_int_to_packed v6_int_to_packed
        """,
        "math": """
            acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp exp2
            expm1 fabs factorial floor fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm
            ldexp lgamma log log10 log1p log2 modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt tan
            tanh tau trunc ulp
        """,
        "pathlib": "Path PosixPath PurePath PurePosixPath PureWindowsPath WindowsPath",
        "pydantic": """
            AfterValidator AliasChoices AliasGenerator AliasPath AllowInfNan AmqpDsn AnyHttpUrl AnyUrl AnyWebsocketUrl
            AwareDatetime Base64Bytes Base64Encoder Base64Str Base64UrlBytes Base64UrlStr BaseConfig BaseModel
            BeforeValidator ByteSize ClickHouseDsn CockroachDsn ConfigDict DirectoryPath Discriminator EmailStr
            EncodedBytes EncodedStr EncoderProtocol Extra FailFast Field FieldSerializationInfo FilePath FileUrl
            FiniteFloat FtpUrl FutureDate FutureDatetime GetCoreSchemaHandler GetJsonSchemaHandler GetPydanticSchema
            HttpUrl IPvAnyAddress IPvAnyInterface IPvAnyNetwork ImportString InstanceOf Json JsonValue KafkaDsn
            MISSING MariaDBDsn ModelWrapValidatorHandler MongoDsn MySQLDsn NaiveDatetime NameEmail NatsDsn
            NegativeFloat NegativeInt NewPath NonNegativeFloat NonNegativeInt NonPositiveFloat NonPositiveInt
            OnErrorOmit PastDate PastDatetime PaymentCardNumber PlainSerializer PlainValidator PositiveFloat
            PositiveInt PostgresDsn PrivateAttr PydanticDeprecatedSince20 PydanticDeprecatedSince210
            PydanticDeprecatedSince211 PydanticDeprecatedSince212 PydanticDeprecatedSince214 PydanticDeprecatedSince26
            PydanticDeprecatedSince29 PydanticDeprecationWarning PydanticErrorCodes PydanticExperimentalWarning
            PydanticForbiddenQualifier PydanticImportError PydanticInvalidForJsonSchema PydanticSchemaGenerationError
            PydanticUndefinedAnnotation PydanticUserError RedisDsn RootModel Secret SecretBytes SecretStr
            SerializationInfo SerializeAsAny SerializerFunctionWrapHandler SkipValidation SnowflakeDsn SocketPath
            Strict StrictBool StrictBytes StrictFloat StrictInt StrictStr StringConstraints Tag TypeAdapter UUID1
            UUID3 UUID4 UUID5 UUID6 UUID7 UUID8 UrlConstraints VERSION ValidateAs ValidationError ValidationInfo
            ValidatorFunctionWrapHandler WebsocketUrl WithJsonSchema WrapSerializer WrapValidator __version__
            computed_field conbytes condate condecimal confloat confrozenset conint conlist conset constr create_model
            dataclasses field_serializer field_validator model_serializer model_validator parse_obj_as root_validator
            schema_json_of schema_of validate_call validate_email validator with_config
        """,
        "pydantic.alias_generators": "to_camel to_pascal to_snake",
        "pydantic.aliases": "AliasChoices AliasGenerator AliasPath",
        "pydantic.config": "ConfigDict with_config",
        "pydantic.dataclasses": "dataclass rebuild_dataclass",
        "pydantic.fields": "Field FieldInfo PrivateAttr computed_field",
        "pydantic.functional_serializers": """
            Annotated Any AnyType Callable GetCoreSchemaHandler Literal PlainSerializer PydanticUndefined
            PydanticUndefinedAnnotation PydanticUserError SerializationInfo SerializeAsAny
            SerializerFunctionWrapHandler TYPE_CHECKING TypeAlias TypeForm TypeVar WhenUsed WrapSerializer annotations
            field_serializer model_serializer overload partial partialmethod
        """,
        "pydantic.functional_validators": """
            AfterValidator Annotated Any AnyType ArbitraryTypeWarning BeforeValidator Callable FieldValidatorModes
            FreeModelBeforeValidator FreeModelBeforeValidatorWithoutInfo GetCoreSchemaHandler InstanceOf Literal
            ModelAfterValidator ModelAfterValidatorWithoutInfo ModelBeforeValidator ModelBeforeValidatorWithoutInfo
            ModelWrapValidator ModelWrapValidatorHandler ModelWrapValidatorWithoutInfo PlainValidator Protocol
            PydanticDeprecatedSince212 PydanticUndefined PydanticUserError Self SkipValidation TYPE_CHECKING TypeAlias
            TypeForm TypeVar ValidateAs WrapValidator cast field_validator model_validator overload partialmethod
            version_short
        """,
        "pydantic.main": "BaseModel create_model",
        "pydantic.networks": """
            AmqpDsn AnyHttpUrl AnyUrl AnyWebsocketUrl ClickHouseDsn CockroachDsn EmailStr FileUrl FtpUrl HttpUrl
            IPvAnyAddress IPvAnyInterface IPvAnyNetwork KafkaDsn MariaDBDsn MongoDsn MySQLDsn NameEmail NatsDsn
            PostgresDsn RedisDsn SnowflakeDsn UrlConstraints WebsocketUrl validate_email
        """,
        "pydantic.root_model": "RootModel",
        "pydantic.types": """
            AllowInfNan AwareDatetime Base64Bytes Base64Encoder Base64Str Base64UrlBytes Base64UrlStr ByteSize
            DirectoryPath Discriminator EncodedBytes EncodedStr EncoderProtocol FailFast FilePath FiniteFloat
            FutureDate FutureDatetime GetPydanticSchema ImportString Json JsonValue NaiveDatetime NegativeFloat
            NegativeInt NewPath NonNegativeFloat NonNegativeInt NonPositiveFloat NonPositiveInt OnErrorOmit PastDate
            PastDatetime PaymentCardNumber PositiveFloat PositiveInt Secret SecretBytes SecretStr SocketPath Strict
            StrictBool StrictBytes StrictFloat StrictInt StrictStr StringConstraints Tag UUID1 UUID3 UUID4 UUID5 UUID6
            UUID7 UUID8 conbytes condate condecimal confloat confrozenset conint conlist conset constr
        """,
        "pydantic.v1": """
            AmqpDsn AnyHttpUrl AnyUrl BaseConfig BaseModel BaseSettings ByteSize CockroachDsn ConfigDict ConstrainedBytes
            ConstrainedDate ConstrainedDecimal ConstrainedFloat ConstrainedFrozenSet ConstrainedInt ConstrainedList
            ConstrainedSet ConstrainedStr DirectoryPath EmailStr Extra Field FilePath FileUrl FiniteFloat FutureDate HttpUrl
            IPvAnyAddress IPvAnyInterface IPvAnyNetwork Json JsonWrapper KafkaDsn MongoDsn NameEmail NegativeFloat
            NegativeInt NonNegativeFloat NonNegativeInt NonPositiveFloat NonPositiveInt NoneBytes NoneStr NoneStrBytes
            PastDate PaymentCardNumber PositiveFloat PositiveInt PostgresDsn PrivateAttr Protocol PyObject RedisDsn Required
            SecretBytes SecretField SecretStr StrBytes StrictBool StrictBytes StrictFloat StrictInt StrictStr UUID1 UUID3
            UUID4 UUID5 VERSION ValidationError compiled conbytes condate condecimal confloat confrozenset conint conlist
            conset constr create_model create_model_from_namedtuple create_model_from_typeddict dataclasses parse_file_as
            parse_obj_as parse_raw_as root_validator schema_json_of schema_of stricturl validate_arguments validate_email
            validate_model validator
        """,
        "pydantic_settings": """
            AWSSecretsManagerSettingsSource AWSSystemsManagerSettingsSource AzureKeyVaultSettingsSource BaseSettings
            CLI_SUPPRESS CliApp CliDualFlag CliExplicitFlag CliImplicitFlag CliMutuallyExclusiveGroup CliPositionalArg
            CliSettingsSource CliSubCommand CliSuppress CliToggleFlag CliUnknownArgs CliVariadicArg
            DotEnvSettingsSource EnvSettingsSource ForceDecode GoogleSecretManagerSettingsSource
            IncompleteFieldDefinitionWarning InitSettingsSource JsonConfigSettingsSource NestedSecretsSettingsSource
            NoDecode PydanticBaseSettingsSource PyprojectTomlConfigSettingsSource SecretsSettingsSource
            SettingsConfigDict SettingsError TomlConfigSettingsSource YamlConfigSettingsSource __version__
            get_subcommand
        """,
        "re": """
            A ASCII DOTALL I IGNORECASE L LOCALE M MULTILINE Match NOFLAG Pattern RegexFlag S U UNICODE VERBOSE X
            compile error escape findall finditer fullmatch match purge search split sub subn template
        """,
        "types": """
            AsyncGeneratorType BuiltinFunctionType BuiltinMethodType CellType ClassMethodDescriptorType CodeType
            CoroutineType DynamicClassAttribute EllipsisType FrameType FunctionType GeneratorType GenericAlias
            GetSetDescriptorType LambdaType MappingProxyType MemberDescriptorType MethodDescriptorType MethodType
            MethodWrapperType ModuleType NoneType NotImplementedType SimpleNamespace TracebackType UnionType
            WrapperDescriptorType coroutine new_class prepare_class resolve_bases
        """,
        "typing": """
            AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable
            BinaryIO ByteString Callable ChainMap ClassVar Collection Concatenate Container ContextManager Coroutine
            Counter DefaultDict Deque Dict Final ForwardRef FrozenSet Generator Generic Hashable IO ItemsView Iterable
            Iterator KeysView List Literal LiteralString Mapping MappingView Match MutableMapping MutableSequence
            MutableSet NamedTuple Never NewType NoDefault NoReturn NotRequired Optional OrderedDict ParamSpec
            ParamSpecArgs ParamSpecKwargs Pattern Protocol ReadOnly Required Reversible Self Sequence Set Sized
            SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound
            TYPE_CHECKING Text TextIO Tuple Type TypeAlias TypeAliasType TypeGuard TypeIs TypeVar TypeVarTuple
            TypedDict Union Unpack ValuesView assert_never assert_type cast clear_overloads dataclass_transform
            evaluate_forward_ref final get_args get_origin get_overloads get_protocol_members get_type_hints
            is_protocol is_typeddict no_type_check no_type_check_decorator overload override reveal_type
            runtime_checkable
        """,
        "typing_extensions": """
            AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable
            BinaryIO Buffer Callable CapsuleType ChainMap ClassVar Collection Concatenate Container ContextManager
            Coroutine Counter DefaultDict Deque Dict Doc Final Format ForwardRef FrozenSet Generator Generic Hashable
            IO IntVar ItemsView Iterable Iterator KeysView List Literal LiteralString Mapping MappingView Match
            MutableMapping MutableSequence MutableSet NamedTuple Never NewType NoDefault NoExtraItems NoReturn
            NotRequired Optional OrderedDict ParamSpec ParamSpecArgs ParamSpecKwargs Pattern Protocol ReadOnly Reader
            Required Reversible Self Sentinel Sequence Set Sized SupportsAbs SupportsBytes SupportsComplex
            SupportsFloat SupportsIndex SupportsInt SupportsRound TYPE_CHECKING Text TextIO Tuple Type TypeAlias
            TypeAliasType TypeForm TypeGuard TypeIs TypeVar TypeVarTuple TypedDict Union Unpack ValuesView Writer
            assert_never assert_type cast clear_overloads dataclass_transform deprecated disjoint_base
            evaluate_forward_ref final get_annotations get_args get_origin get_original_bases get_overloads
            get_protocol_members get_type_hints is_protocol is_typeddict no_type_check no_type_check_decorator
            overload override reveal_type runtime runtime_checkable sentinel type_repr
        """,
        "uuid": """
            Enum NAMESPACE_DNS NAMESPACE_OID NAMESPACE_URL NAMESPACE_X500 RESERVED_FUTURE RESERVED_MICROSOFT
            RESERVED_NCS RFC_4122 SafeUUID UUID bytes_ getnode int_ uuid1 uuid3 uuid4 uuid5
        """,
        "zoneinfo": "InvalidTZPathWarning TZPATH ZoneInfo ZoneInfoNotFoundError available_timezones reset_tzpath",
    }.items()
}
