// Converting constructors and conversion functions are candidates alike ([over.match.copy]).
struct From;
struct To { __device__ To(const From &); };
struct From { __device__ operator To() const; };
static_assert(!__is_convertible_to(const From &, To) && __is_constructible(To, const From &));
struct Better;
struct Made { __device__ Made(const Better &); };
struct Better { __device__ operator Made(); }; // for objects that are not const
static_assert(__is_convertible_to(const Better &, Made) && __is_convertible_to(Better &, Made) && __is_convertible_to(Better, Made));
template <bool> struct Wide;
template <bool a> struct Many {
	template <bool b> __device__ operator Wide<b>();
};
template <bool a> struct Wide {
	template <bool b> __device__ Wide(Many<b> &&);
};
static_assert(!__is_convertible_to(Many<true>, Wide<true>) && __is_convertible_to(Many<true> &, Wide<true>));
struct Template {
	template <class T> __device__ operator T();
};
struct Plain { __device__ Plain(Template &&); };
static_assert(__is_convertible_to(Template, Plain)); // no template
